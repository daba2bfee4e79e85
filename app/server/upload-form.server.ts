import { formErrorFrom, type FormError, type FormFields } from './form.server';
import { readFormWithFile, type IncomingFile } from './multipart.server';

/** `upload` is the result of the file. */
export type UploadForm<T> = { fields: FormFields; upload: T | undefined } | { rejection: FormError };

/** A rejection keeps the preceding fields. */
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
