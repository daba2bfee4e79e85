import { formErrorFrom, type FormError, type FormFields } from './form.server';
import { readFormWithFiles, type IncomingFile } from './multipart.server';

interface ReadForm<T> {
  fields: FormFields;
  /** The results of the files. */
  uploads: T[];
  /** The first of them. */
  upload: T | undefined;
  /** Number of files beyond the limit. */
  excess: number;
}

export type UploadForm<T> = ReadForm<T> | { rejection: FormError };

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
    const { fields, received, excess } = await readFormWithFiles(request, receiveFile, maxFiles);
    return { fields, upload: received[0], uploads: received, excess };
  } catch (error) {
    return { rejection: formErrorFrom(error, preceding) };
  }
}
