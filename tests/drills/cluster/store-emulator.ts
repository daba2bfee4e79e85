import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const [folder = '', bucket = ''] = process.argv.slice(2);
const directory = join(folder, 'store');
mkdirSync(directory);
const server = new S3rver({
  ...{ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] },
  allowMismatchedSignatures: true, // it computes those of buckets differently
});
const { port } = await server.run();
process.send!(port);
process.on('disconnect', () => process.exit());
