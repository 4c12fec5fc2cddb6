/** The Node that runs this: 20, 22, 24. */
export const NODE = Number.parseInt(process.versions.node, 10);
