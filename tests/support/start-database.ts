// Starts PostgreSQL and stays: <folder>
import { startPostgres } from '#backend/db/embedded/index';

await startPostgres({ root: process.argv[2]! });
console.log('started');
await new Promise(() => setInterval(() => {}, 60_000));
