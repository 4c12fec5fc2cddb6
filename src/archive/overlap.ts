/**
 * The bytes of a zip that belong to each entry.
 *
 * In an honest archive the entries lie one behind the other. In a bomb a thousand share the same bytes, each becoming gigabytes, while
 * none of them packs suspiciously well. So an entry is read to where the next one begins and no further, and of entries that begin at
 * one place only the first is read: nothing is read twice, and the whole archive unpacks to no more than its size allows.
 */
export interface Room {
  /** Where the entry's bytes end at the latest: offset in the file. */
  end: number;
  /** The name of the entry that begins at the same place and comes first; null for none. */
  takenBy: string | null;
}

/** @param end where the directory begins. @returns one room for each entry, in the same order */
export function roomsOf(entries: readonly { name: string; offset: number }[], end: number): Room[] {
  const order = entries.map((_, index) => index).sort((a, b) => entries[a]!.offset - entries[b]!.offset || a - b);
  const rooms = new Array<Room>(entries.length);
  let next = end;
  for (let last = order.length; last > 0;) {
    // the entries from `first` to `last` begin at the same place
    const { offset } = entries[order[last - 1]!]!;
    let first = last - 1;
    while (first > 0 && entries[order[first - 1]!]!.offset === offset) first--;
    const owner = entries[order[first]!]!.name;
    for (let i = first; i < last; i++) rooms[order[i]!] = { end: next, takenBy: i === first ? null : owner };
    next = Math.min(next, offset);
    last = first;
  }
  return rooms;
}
