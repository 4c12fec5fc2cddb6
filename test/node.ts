/** The Node that runs this: 20, 22, 24. From 24 on array buffers that nothing refers to wait longer to be collected. */
export const NODE = Number.parseInt(process.versions.node, 10);
