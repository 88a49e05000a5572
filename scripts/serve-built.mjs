/** Serves the existing build, without checking whether it is current. */
const { run } = await import(`../build/${process.env.ASSAY_DEV ? 'dev' : 'node'}/server.js`);

try {
  await run(process.argv[2] ?? 'all');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
