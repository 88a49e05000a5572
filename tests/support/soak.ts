/** Whether the soak runs, which tries everything at its full size. `npm test` tries a fixed part, the same on every day. */
export const isSoak = process.env.ASSAY_SOAK !== undefined;
