import { formErrorFrom, type FormError, type FormFields } from './form.server';
import { readFormWithFiles, type IncomingFile } from './multipart.server';

/** `uploads` are the results of the files, `upload` that of the first. */
export type UploadForm<T> = { fields: FormFields; upload: T | undefined; uploads: T[] } | { rejection: FormError };

/** A rejection keeps the preceding fields. */
export async function readUploadForm<T>(
  request: Request,
  receive: (file: IncomingFile, fields: FormFields) => Promise<T>,
  maxFiles: number | ((preceding: FormFields) => number) = 1,
): Promise<UploadForm<T>> {
  let preceding: FormFields = {};
  try {
    const receiveFile = (file: IncomingFile, before: FormFields) => {
      preceding = before;
      return receive(file, before);
    };
    const { fields, received } = await readFormWithFiles(request, receiveFile, maxFiles);
    return { fields, upload: received[0], uploads: received };
  } catch (error) {
    return { rejection: formErrorFrom(error, preceding) };
  }
}
