package dev.kiln.interp;

/** Remembers what is done to memory, to find what may not be done. */
sealed interface Ledger permits Accesses, RegisterUses {}
