/** What the entries of an archive are called, each by a name of its own: several may share the name that they have in it. */
export class Labels {
  readonly #taken = new Set<string>();
  /** By a name that is shared, the number to try next: tried from the first one on each time, many entries would take for ever. */
  readonly #next = new Map<string, number>();

  /** The name of the next entry: its own, or with `#2` and so on behind it. */
  of(name: string): string {
    let label = name;
    if (this.#taken.has(name)) {
      let number = this.#next.get(name) ?? 2;
      while (this.#taken.has(`${name}#${number}`)) number++;
      this.#next.set(name, number + 1);
      label = `${name}#${number}`;
    }
    this.#taken.add(label);
    return label;
  }
}
