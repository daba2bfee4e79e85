import { redirect } from '@remix-run/node';

import { batchLimits } from '#contract/batch-limits';
import { calls } from '#contract/calls';

import { resendActivation } from '~/features/account/activation.server';
import {
  checkFields,
  formError,
  formErrorFrom,
  hasHandler,
  readFields,
  unknownForm,
  type FormError,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { isMultipart } from '~/server/multipart.server';
import { requestPath } from '~/server/redirect-target';
import { readUploadForm, type UploadForm } from '~/server/upload-form.server';

import { cancelBatch, createBatch } from './batch/batch.server';
import { choicesQuery, parseChoices } from './choices';
import { photosPlace } from './photo-choices';
import { isSample } from './samples';
import { parseTrim } from './times';
import { addFace, readFacePhoto, type FacePhoto } from './faces/face.server';
import { uploadSample } from './upload/forward-upload.server';
import { receiveUpload, showUploads, type SentFile } from './upload/show-uploads.server';
import { parseToolState, placeOfForm, toolPathFor } from './tool-state.server';
import { createExport } from './result/export.server';
import { createShare, revokeShare } from './result/share.server';
import { createSwap, getCredits, notifyByMail, reportSwap, showPreview } from './swap/swap.server';

/** A streamed upload, or a face photo on disk. */
type Upload = SentFile | FacePhoto;

interface Submission {
  visitor: Visitor;
  fields: FormFields;
  upload: FacePhoto | undefined;
  sent: SentFile[];
  /** Number of files beyond the limit. */
  excess: number;
  args: RouteArgs;
}

type Handler = (submission: Submission) => Promise<Response | FormError> | Response | FormError;

/** Keys are form intents. */
const handlers = {
  upload: showUploads,
  sample: copySample,
  detect,
  'open-add-face': openAddFace,
  'add-face': ({ visitor, fields, upload, args }) =>
    addFace(visitor, fields, upload, args, (face) => pageWithFace(fields, args.request, face)),
  preview: ({ visitor, fields, args }) => showPreview(visitor, fields, args),
  create: ({ visitor, fields, args }) => (fields.photos ? createBatch : createSwap)(visitor, fields, args),
  'cancel-batch': ({ visitor, fields, args }) => cancelBatch(visitor, fields, args),
  'get-credits': ({ visitor, fields, args }) => getCredits(visitor, fields, args),
  report: ({ visitor, fields, args }) => reportSwap(visitor, fields, args),
  notify: ({ visitor, fields, args }) => notifyByMail(visitor, fields, args),
  share: ({ visitor, fields, args }) => createShare(visitor, fields, args),
  unshare: ({ visitor, fields, args }) => revokeShare(visitor, fields, args),
  export: ({ visitor, fields, args }) => createExport(visitor, fields, args),
  cancel,
  'resend-activation': ({ visitor, args }) => resendActivation(visitor, args, requestPath(args.request)),
} satisfies Record<string, Handler>;

/** Their fields are the choices of the page. */
const choosing = ['create', 'preview', 'get-credits', 'open-add-face'];

/** Shows form errors on the same page. */
export async function toolAction(args: RouteArgs) {
  const { request } = args;
  const early = isMultipart(request) ? null : await readFields(request);
  // The address may lack the choices: the router does not know those that scripts write into it.
  const page =
    early && choosing.includes(early.intent ?? '')
      ? toolPathFor(request)(placeOfForm(early, request))
      : requestPath(request);
  const visitor = await requireUser(args, page);
  const form: UploadForm<Upload> = early
    ? { fields: early, upload: undefined, uploads: [], excess: 0 }
    : await readUploads(args, visitor);
  if ('rejection' in form) return form.rejection;
  const { fields, uploads, excess } = form;
  const upload = uploads.find(isFacePhoto);
  const sent = uploads.filter((one): one is SentFile => !isFacePhoto(one));
  try {
    if (!hasHandler(handlers, fields.intent)) return unknownForm(fields);
    return await handlers[fields.intent]({ visitor, fields, upload, sent, excess, args });
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    await upload?.dispose();
  }
}

const isFacePhoto = (upload: Upload): upload is FacePhoto => typeof upload === 'object' && 'dispose' in upload;

function readUploads(args: RouteArgs, { api }: Visitor): Promise<UploadForm<Upload>> {
  return readUploadForm<Upload>(
    args.request,
    (file, { intent }) => (intent === 'add-face' ? readFacePhoto(file) : receiveUpload(args, api, file)),
    ({ intent }) => (intent === 'upload' ? batchLimits.photos : 1),
  );
}

async function copySample({ visitor: { api }, fields, args }: Submission) {
  if (!isSample(fields.sample)) return formError(fields, { message: 'Unknown sample.' });
  const material = await uploadSample(args, api, fields.sample);
  return redirect(toolPathFor(args.request)({ material, ...choicesQuery(parseChoices(Object.entries(fields))) }));
}

async function cancel({ visitor: { api }, fields, args }: Submission) {
  const order = await api('faceswap_cancel', { order_id: fields.order_id ?? '' });
  return redirect(toolPathFor(args.request)({ order: order.order_id }));
}

/** Videos and GIFs: in the selected part. */
async function detect({ visitor: { api }, fields, args: { request } }: Submission) {
  const { material_id = '', start = '', end = '', duration_ms = '' } = fields;
  const trim = parseTrim({ start, end }, Number(duration_ms) || Infinity);
  if ('errors' in trim) return formError(fields, { fields: { ...trim.errors } });
  const input = { material_id, ...(trim.part && { trim_interval: JSON.stringify(trim.part) }) };
  const checked = checkFields(calls.upload_detect_create.input, input);
  if (!checked.success) return formError(fields, { message: 'The upload is missing. Please send it again.' });
  await api('upload_detect_create', checked.value);
  const { choices, quality } = parseToolState(request);
  return redirect(toolPathFor(request)({ material: material_id, ...choicesQuery(choices), quality }));
}

/** For browsers without script. */
function openAddFace({ fields, args: { request } }: Submission) {
  const add = new URL(request.url).searchParams.get('add') ?? undefined;
  return redirect(toolPathFor(request)({ ...placeOfForm(fields, request), add }));
}

/** Adds the new face to the form's choices. */
function pageWithFace(fields: FormFields, request: Request, face: string): string {
  if (fields.photos) return toolPathFor(request)(photosPlace(fields, face));
  const { material } = parseToolState(request);
  const added = fields.person ? { [`face.${fields.person}`]: face } : {};
  const choices = parseChoices(Object.entries({ ...fields, ...added }));
  return toolPathFor(request)({ material, ...choicesQuery(choices), quality: fields.quality });
}
