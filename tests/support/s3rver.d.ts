declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  interface Options {
    address: string;
    /** 0: any free one. */
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs?: string[] }[];
    allowMismatchedSignatures: boolean;
  }

  export default class S3rver {
    constructor(options: Options);
    httpServer?: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
