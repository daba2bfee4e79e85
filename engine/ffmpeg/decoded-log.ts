/** ffmpeg's filter that logs each decoded frame, also those that later filters drop. */
export const decodedLog = 'showinfo@decoded=checksum=0';

/** Newer versions of ffmpeg log the filter's name without its type. */
export const isDecodedLog = (line: string): boolean => /^\[(showinfo@)?decoded @ /.test(line);
