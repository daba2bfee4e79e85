import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { resendActivation } from '~/features/account/activation.server';
import {
  checkFields,
  formError,
  formErrorFrom,
  readFields,
  type FormError,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { isMultipart } from '~/server/multipart.server';
import { requestPath } from '~/server/redirect-target';
import { readUploadForm, type UploadForm } from '~/server/upload-form.server';

import { choicesQuery, parseChoices } from './choices';
import { isSample } from './samples';
import { parseTrim } from './times';
import { addFace, readFacePhoto, type FacePhoto } from './faces/face.server';
import { forwardUpload, uploadSample } from './upload/forward-upload.server';
import { parseToolState, toolPathFor } from './tool-state.server';
import { createExport } from './result/export.server';
import { createShare, revokeShare } from './result/share.server';
import { createSwap, getCredits, notifyByMail, reportSwap, showPreview } from './swap/swap.server';

/** Id of a streamed upload, or a face photo on disk. */
type Upload = string | FacePhoto;

interface Submission {
  fields: FormFields;
  upload: Upload | undefined;
  args: RouteArgs;
  visitor: Visitor;
}

type Handler = (submission: Submission) => Promise<Response | FormError> | Response | FormError;

/** Keys are form intents. */
const handlers = {
  upload: showUpload,
  sample: copySample,
  detect,
  'open-add-face': openAddFace,
  'add-face': ({ fields, upload, args, visitor }) =>
    addFace(fields, typeof upload === 'object' ? upload : undefined, args, visitor, (face) =>
      pageWithFace(fields, args.request, face),
    ),
  preview: ({ fields, args, visitor }) => showPreview(fields, args, visitor),
  create: ({ fields, args, visitor }) => createSwap(fields, args, visitor),
  'get-credits': ({ fields, args, visitor }) => getCredits(fields, args, visitor),
  report: ({ fields, args, visitor }) => reportSwap(fields, args, visitor),
  notify: ({ fields, args, visitor }) => notifyByMail(fields, args, visitor),
  share: ({ fields, args, visitor }) => createShare(fields, args, visitor),
  unshare: ({ fields, args, visitor }) => revokeShare(fields, args, visitor),
  export: ({ fields, args, visitor }) => createExport(fields, args, visitor),
  cancel,
  'resend-activation': ({ args, visitor }) => resendActivation(visitor, args, requestPath(args.request)),
} satisfies Record<string, Handler>;

const isIntent = (intent = ''): intent is keyof typeof handlers => Object.hasOwn(handlers, intent);

/** Shows form errors on the same page. */
export async function toolAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readForm(args, visitor);
  if ('rejection' in form) return form.rejection;
  const { fields, upload } = form;
  try {
    if (!isIntent(fields.intent)) {
      return formError(fields, { message: 'Unknown form. Reload the page and try again.' });
    }
    return await handlers[fields.intent]({ fields, upload, args, visitor });
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    if (typeof upload === 'object') await upload.dispose();
  }
}

async function readForm(args: RouteArgs, { api }: Visitor): Promise<UploadForm<Upload>> {
  if (isMultipart(args.request)) {
    return readUploadForm<Upload>(args.request, (file, { intent }) =>
      intent === 'add-face' ? readFacePhoto(file) : forwardUpload(args, api, file),
    );
  }
  return { fields: await readFields(args.request), upload: undefined };
}

function showUpload({ fields, upload, args }: Submission) {
  if (typeof upload !== 'string') return formError(fields, { fields: { photo: 'Choose a file first.' } });
  return redirect(toolPathFor(args.request)({ material: upload }));
}

async function copySample({ fields, args, visitor: { api } }: Submission) {
  if (!isSample(fields.sample)) return formError(fields, { message: 'Unknown sample.' });
  const material = await uploadSample(args, api, fields.sample);
  return redirect(toolPathFor(args.request)({ material, ...choicesQuery(parseChoices(Object.entries(fields))) }));
}

async function cancel({ fields, args, visitor: { api } }: Submission) {
  const order = await api('faceswap_cancel', { order_id: fields.order_id ?? '' });
  return redirect(toolPathFor(args.request)({ order: order.order_id }));
}

/** Videos and GIFs: in the selected part. */
async function detect({ fields, args: { request }, visitor: { api } }: Submission) {
  const { material_id = '', start = '', end = '', duration_ms = '' } = fields;
  const trim = parseTrim({ start, end }, Number(duration_ms) || Infinity);
  if ('errors' in trim) return formError(fields, { fields: { ...trim.errors } });
  const input = { material_id, ...(trim.part && { trim_interval: JSON.stringify(trim.part) }) };
  const checked = checkFields(calls.upload_detect_create.input, input);
  if (!checked.success) return formError(fields, { message: 'The upload is missing. Please send it again.' });
  await api('upload_detect_create', checked.value);
  return redirect(toolPathFor(request)({ material: material_id, ...choicesQuery(parseToolState(request).choices) }));
}

/** For browsers without script. */
function openAddFace({ fields, args: { request } }: Submission) {
  const { material } = parseToolState(request);
  const add = new URL(request.url).searchParams.get('add') ?? undefined;
  return redirect(toolPathFor(request)({ material, ...choicesQuery(parseChoices(Object.entries(fields))), add }));
}

/** Adds the new face to the form's choices. */
function pageWithFace(fields: FormFields, request: Request, face: string): string {
  const { material } = parseToolState(request);
  const added = fields.person ? { [`face.${fields.person}`]: face } : {};
  const choices = parseChoices(Object.entries({ ...fields, ...added }));
  return toolPathFor(request)({ material, ...choicesQuery(choices) });
}
