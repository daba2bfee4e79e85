import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { resendActivation } from '~/features/account/activation.server';
import { checkFields, readFormData, formError, formErrorFrom, textFields } from '~/server/form.server';
import { requireUser, type Api, type RouteArgs, type Visitor } from '~/server/guards.server';
import { isMultipart, readFormWithFile } from '~/server/multipart.server';
import { requestPath } from '~/server/redirect-target';

import { choicesQuery, parseChoices } from './choices';
import { isPortrait, isSample } from './samples';
import { parseTrim } from './times';
import { addFace, addSampleFace, readFacePhoto, type FacePhoto } from './faces/face.server';
import { forwardUpload, uploadSample } from './upload/forward-upload.server';
import { parseToolState, toolPathFor } from './tool-state.server';
import { createSwap, getCredits, reportSwap, showPreview } from './swap/swap.server';

/** What a form of the tool asks for, by its hidden field. */
type Intent =
  | 'upload'
  | 'sample'
  | 'detect'
  | 'add-face'
  | 'sample-face'
  | 'preview'
  | 'create'
  | 'get-credits'
  | 'cancel'
  | 'report'
  | 'resend-activation';

type Fields = Record<string, string>;
/** Of the form's file: the id of a material that was passed on while it came in, or a face photo, kept for its call. */
type Received = string | FacePhoto | undefined;

/** Carries out one of the tool's forms; a refused one is answered on the page it came from. */
export async function toolAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields: Fields = {};
  let received: Received;
  try {
    received = await readForm(fields, args, visitor);
    return await dispatch(fields, received, args, visitor);
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    if (typeof received === 'object') await received.dispose();
  }
}

/**
 * Reads the form into `fields`, which keep what came before a file was refused.
 */
async function readForm(fields: Fields, args: RouteArgs, { api }: Visitor): Promise<Received> {
  if (!isMultipart(args.request)) {
    const form = await readFormData(args.request);
    Object.assign(fields, textFields(form));
    // Several photos of one face are several fields of one name.
    for (const name of Object.keys(fields)) if (name.startsWith('more.')) fields[name] = form.getAll(name).join(',');
    return undefined;
  }
  const form = await readFormWithFile<string | FacePhoto>(args.request, (file, before) => {
    Object.assign(fields, before);
    return before.intent === 'add-face' ? readFacePhoto(file) : forwardUpload(args, api, file);
  });
  Object.assign(fields, form.fields);
  return form.received;
}

async function dispatch(fields: Fields, received: Received, args: RouteArgs, visitor: Visitor) {
  const { api } = visitor;
  const intent = fields.intent as Intent;
  switch (intent) {
    case 'upload':
      if (typeof received !== 'string') return formError(fields, { fields: { photo: 'Choose a file first.' } });
      return redirect(toolPathFor(args.request)({ material: received }));
    case 'sample': {
      if (!isSample(fields.sample)) return formError(fields, { message: 'There is no such sample.' });
      const material = await uploadSample(args, api, fields.sample);
      return redirect(toolPathFor(args.request)({ material, ...(await sampleChoices(fields, api)) }));
    }
    case 'detect':
      return detect(fields, args, visitor);
    case 'add-face':
      return addFace(fields, typeof received === 'object' ? received : undefined, args, visitor, (face) =>
        pageWithFace(args.request, face),
      );
    case 'sample-face': {
      if (!isPortrait(fields.sample)) return formError(fields, { message: 'There is no such sample.' });
      const { face_id } = await addSampleFace(api, fields.sample);
      return redirect(pageWithFace(args.request, face_id));
    }
    case 'preview':
      return showPreview(fields, args);
    case 'create':
      return createSwap(fields, args, visitor);
    case 'get-credits':
      return getCredits(fields, args, visitor);
    case 'report':
      return reportSwap(fields, args, visitor);
    case 'cancel': {
      const order = await api('faceswap_cancel', { order_id: fields.order_id ?? '' });
      return redirect(toolPathFor(args.request)({ order: order.order_id }));
    }
    case 'resend-activation':
      return resendActivation(visitor, args, requestPath(args.request));
    default:
      intent satisfies never;
      return formError(fields, { message: 'This form is unknown here. Reload the page and try again.' });
  }
}

/** The page a face was added on; it names the face, so that it is chosen where no script can remember it. */
function pageWithFace(request: Request, face: string): string {
  const { material, choices } = parseToolState(request);
  return toolPathFor(request)({ material, ...choicesQuery(choices), face });
}

/** Our own faces that were tried on one of our own media, added to the library so that they can be used. */
async function sampleChoices(fields: Fields, api: Api): Promise<Record<string, string>> {
  const chosen = Object.entries(parseChoices(Object.entries(fields)));
  const added = chosen.map(async ([person, portrait]) =>
    isPortrait(portrait) ? [[person, (await addSampleFace(api, portrait)).face_id]] : [],
  );
  return choicesQuery(Object.fromEntries((await Promise.all(added)).flat()));
}

/** Has persons looked for in a material or, where it moves, in the part that two times name. */
async function detect(fields: Fields, { request }: RouteArgs, { api }: Visitor) {
  const { material_id = '', start = '', end = '', duration_ms = '' } = fields;
  const read = parseTrim({ start, end }, Number(duration_ms) || Infinity);
  if ('errors' in read) return formError(fields, { fields: { ...read.errors } });
  const wanted = { material_id, ...(read.part && { trim_interval: JSON.stringify(read.part) }) };
  const checked = checkFields(calls.upload_detect_create.input, wanted);
  if (!checked.success) return formError(fields, { message: 'The upload is missing. Please send it again.' });
  await api('upload_detect_create', checked.value);
  return redirect(toolPathFor(request)({ material: material_id, ...choicesQuery(parseToolState(request).choices) }));
}
