package dev.kiln.interp;

/** What a value of the IR is while it is interpreted. */
sealed interface Datum permits Lanes, Memory, View, Cell {}
