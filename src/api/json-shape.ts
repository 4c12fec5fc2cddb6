/**
 * How many objects and arrays a JSON text holds, before anything is made of it: a megabyte of brackets takes the parser a hundred
 * milliseconds, and whoever walks through the result as long again. A text takes 1 to 2 ms a megabyte here.
 */

/**
 * Whether a JSON text opens more objects and arrays than `most`, in whatever order or depth. Of what is no JSON the answer means nothing.
 * @param bytes UTF-8
 */
export function opensMore(bytes: Uint8Array, most: number): boolean {
  let opened = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) inString = !inString;
    else if (inString) {
      if (byte === 0x5c) at++; // whatever it escapes, a quote among them
    } else if ((byte === 0x7b || byte === 0x5b) && ++opened > most) return true;
  }
  return false;
}
