import { redirect } from '@remix-run/node';

import { photosQuery } from '~/features/tool/photo-choices';
import { toolPathFor } from '~/features/tool/tool-state.server';
import { ApiError, InvalidFileError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formError, type FormFields } from '~/server/form.server';
import type { Api, RouteArgs, Visitor } from '~/server/guards.server';
import type { IncomingFile } from '~/server/multipart.server';

import { excessMessage } from './excess-message';
import { forwardUpload } from './forward-upload.server';

/** A material id, or why a file is refused: the others of the form are kept. */
export type SentFile = string | { name: string; refusal: InvalidFileError | ApiError };

export async function receiveUpload(args: RouteArgs, api: Api, file: IncomingFile): Promise<SentFile> {
  try {
    return await forwardUpload(args, api, file);
  } catch (error) {
    const isRefusal = error instanceof InvalidFileError || (error instanceof ApiError && error.isUserError);
    if (!isRefusal) throw error;
    file.bytes.resume(); // otherwise the form is not read further
    return { name: file.name, refusal: error };
  }
}

interface SentForm {
  fields: FormFields;
  sent: SentFile[];
  /** Number of files beyond the limit. */
  excess: number;
  args: RouteArgs;
  visitor: Visitor;
}

/** On to the faces of one upload or of several. @throws the refusal, if nothing was uploaded */
export async function showUploads({ fields, sent, excess, args: { request }, visitor }: SentForm) {
  if (sent.length === 0) return formError(fields, { fields: { photo: 'Choose a file first.' } });
  const materials = sent.filter((one) => typeof one === 'string');
  const refused = sent.filter((one) => typeof one !== 'string');
  const [material] = materials;
  if (!material) throw refused[0]!.refusal;
  const toolPath = toolPathFor(request);
  const place = materials.length === 1 ? { material } : photosQuery(materials, { face: '', persons: {} });
  const reasons = refused.map(({ name, refusal }) => `${name}. ${refusal.message}`);
  const messages = [excess > 0 && excessMessage(excess), reasons.length > 0 && `Left out: ${reasons.join(' ')}`].filter(
    Boolean,
  );
  if (messages.length === 0) return redirect(toolPath(place));
  const shown = messages.join(' ').slice(0, maxMessageLength);
  return redirectWithSnackbar(toolPath(place), { color: 'error', message: shown }, visitor.session, request);
}

/** The session cookie is limited to 4 kB. */
const maxMessageLength = 600;
