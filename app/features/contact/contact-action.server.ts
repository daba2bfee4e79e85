import { randomUUID } from 'node:crypto';

import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';
import { extensionOf, refuseImageType } from '#contract/rules';

import { paths } from '~/lib/paths';
import { sendFile } from '~/server/api/send-file.server';
import { RefusedFileError } from '~/server/errors/refused-file-error';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, readFormData, refuse, refuseBy, textFields } from '~/server/form.server';
import { apiAddress, openVisit, type Api, type RouteArgs } from '~/server/guards.server';
import { isFromARobot, looksLikeARobot } from '~/server/honeypot.server';
import { isMultipart, readForm, type IncomingFile } from '~/server/multipart.server';

const mostAttachments = 5;

/** Either form of the contact page: a message, which may carry files, or a report, which has none. */
export async function actInContact(args: RouteArgs) {
  const { api } = await openVisit(args);
  return isMultipart(args.request) ? sendMessage(args, api) : sendReport(args, api);
}

async function sendMessage(args: RouteArgs, api: Api) {
  const { request, context } = args;
  const { session } = await openVisit({ request, context });
  let values: Record<string, string> = {};
  try {
    const attach = (file: IncomingFile) => attachmentOf(args, api, file);
    const { fields, received } = await readForm(request, attach, mostAttachments);
    values = { ...fields, intent: 'message' };
    if (isFromARobot(formOf(fields))) return refuse(values, { message: looksLikeARobot });
    const message = { contents: fields.contents ?? '', email: fields.email ?? '', attachments: received };
    const checked = checkFields(calls.feedback_create.input, message as never);
    if (!checked.success) return refuse(values, checked);
    await api('feedback_create', message, { idempotencyKey: fields.key || randomUUID() });
  } catch (error) {
    return refuseBy(error, values);
  }
  const message = 'Thank you. Your message has arrived, and we answer by e-mail.';
  return redirectWithSnackbar(paths.contact(), { color: 'success', message }, session, request);
}

/** Fields that were read from a stream, as a form again. */
function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Passes a picture on to storage while it comes in. */
async function attachmentOf({ request, context }: RouteArgs, api: Api, file: IncomingFile): Promise<string> {
  const format = extensionOf(file.name);
  const refusal = refuseImageType(format);
  if (refusal) throw new RefusedFileError(refusal);
  const { attachment, upload } = await api('feedback_sign_url', { format });
  await sendFile(upload, file.bytes, { ...apiAddress(request, context), signal: request.signal });
  return attachment;
}

async function sendReport({ request }: RouteArgs, api: Api) {
  const form = await readFormData(request);
  const values: Record<string, string> = { good_faith: 'false', ...textFields(form) };
  if (isFromARobot(form)) return refuse({ ...values, intent: 'report' }, { message: looksLikeARobot });
  const checked = checkFields(calls.feedback_takedown.input, values);
  if (!checked.success) return refuse({ ...values, intent: 'report' }, checked);
  try {
    const opened = await api('feedback_takedown', checked.value, { idempotencyKey: values.key || randomUUID() });
    return redirect(paths.contact({ case: opened.case_id, due: opened.due_at }));
  } catch (error) {
    return refuseBy(error, { ...values, intent: 'report' });
  }
}
