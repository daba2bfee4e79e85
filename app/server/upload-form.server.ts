import { formErrorFrom, type FormError, type FormFields } from './form.server';
import { readFormWithFile, type IncomingFile } from './multipart.server';

/** A submitted form with the result of its file, or the error to show if the file was rejected. */
export type UploadForm<T> = { fields: FormFields; upload: T | undefined } | { rejection: FormError };

/** Reads a form with one file. A rejection keeps the fields that precede the file. */
export async function readUploadForm<T>(
  request: Request,
  receive: (file: IncomingFile, fields: FormFields) => Promise<T>,
): Promise<UploadForm<T>> {
  let preceding: FormFields = {};
  try {
    const { fields, received } = await readFormWithFile(request, (file, before) => {
      preceding = before;
      return receive(file, before);
    });
    return { fields, upload: received };
  } catch (error) {
    return { rejection: formErrorFrom(error, preceding) };
  }
}
