/** How a table family reaches the database: through the store, which puts errors into words and every write into a transaction. */
export interface Access {
  read<T>(work: () => T): T;
  /** @throws {StoreError} `readonly`, `moved`, `locked` and the rest */
  write<T>(work: () => T): T;
  /** The same, and waits until the disk has it: for what cannot be computed again, such as a key that is shown or a payment. */
  keep<T>(work: () => T): T;
}
