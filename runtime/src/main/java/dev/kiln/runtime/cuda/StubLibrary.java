package dev.kiln.runtime.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Writes a shared library for Linux that has a name and no symbols: enough to be what another
 * library asks for, as long as nothing of it is called.
 *
 * <p>The file is one segment, which older linkers write to: the ELF header, three program headers,
 * the dynamic section, a symbol table with its empty first entry, a hash table with nothing in it,
 * and the strings.
 */
final class StubLibrary {

  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int DYNAMIC = HEADER + 3 * PROGRAM_HEADER;
  private static final int DYNAMIC_ENTRIES = 7;
  private static final int SYMBOLS = DYNAMIC + DYNAMIC_ENTRIES * 16;
  private static final int SYMBOL = 24;
  private static final int HASH = SYMBOLS + SYMBOL;
  private static final int STRINGS = HASH + 16;

  private static final int SHARED_OBJECT = 3;
  private static final int LOAD = 1;
  private static final int DYNAMIC_SEGMENT = 2;
  private static final int STACK = 0x6474e551;
  private static final int READ_WRITE = 6;
  private static final int PAGE = 0x1000;

  private StubLibrary() {}

  /**
   * The bytes of a library.
   *
   * @param name the name that other libraries ask for
   * @param machine the processor's number in ELF: 62 for x86-64, 183 for AArch64
   */
  static byte[] bytes(String name, int machine) {
    byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
    int size = STRINGS + 1 + letters.length + 1;
    ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    header(file, machine);
    programHeader(file, LOAD, 0, size, PAGE);
    programHeader(file, DYNAMIC_SEGMENT, DYNAMIC, DYNAMIC_ENTRIES * 16, 8);
    programHeader(file, STACK, 0, 0, 16); // says that the stack need not be executable
    dynamic(file, 14, 1); // SONAME, after the empty string
    dynamic(file, 4, HASH);
    dynamic(file, 5, STRINGS);
    dynamic(file, 6, SYMBOLS);
    dynamic(file, 10, letters.length + 2); // size of the strings
    dynamic(file, 11, SYMBOL);
    dynamic(file, 0, 0);
    file.put(new byte[SYMBOL]);
    file.putInt(1).putInt(1).putInt(0).putInt(0); // one bucket, one chain, both empty
    file.put((byte) 0).put(letters).put((byte) 0);
    return file.array();
  }

  private static void header(ByteBuffer file, int machine) {
    file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    file.putShort((short) SHARED_OBJECT).putShort((short) machine).putInt(1);
    file.putLong(0).putLong(HEADER).putLong(0).putInt(0);
    file.putShort((short) HEADER).putShort((short) PROGRAM_HEADER).putShort((short) 3);
    file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
  }

  private static void programHeader(ByteBuffer file, int type, long at, long size, long alignment) {
    file.putInt(type).putInt(READ_WRITE).putLong(at).putLong(at).putLong(at);
    file.putLong(size).putLong(size).putLong(alignment);
  }

  private static void dynamic(ByteBuffer file, long tag, long value) {
    file.putLong(tag).putLong(value);
  }
}
