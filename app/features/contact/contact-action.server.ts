import { randomUUID } from 'node:crypto';

import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';
import { extensionOf, refuseImageType, type Refusal } from '#contract/rules';

import { paths } from '~/lib/paths';
import { sendFile } from '~/server/api/send-file.server';
import { InvalidFileError } from '~/server/errors';
import { checkFields, readFormData, formError, formErrorFrom, textFields } from '~/server/form.server';
import { apiAddress, getVisitor, type Api, type RouteArgs } from '~/server/guards.server';
import { isSpam, spamMessage } from '~/server/honeypot.server';
import { isMultipart, type IncomingFile } from '~/server/multipart.server';
import { readUploadForm } from '~/server/upload-form.server';

const maxAttachments = 5;
const tooMany: Refusal = {
  error: 'too_large',
  message: `At most ${maxAttachments} pictures can be sent with a message.`,
};

/** Messages may have attachments, reports none. */
export async function contactAction(args: RouteArgs) {
  const { api } = await getVisitor(args);
  return isMultipart(args.request) ? sendMessage(args, api) : sendReport(args, api);
}

async function sendMessage(args: RouteArgs, api: Api) {
  let count = 0;
  const attach = async (file: IncomingFile) => {
    if (++count > maxAttachments) throw new InvalidFileError(tooMany);
    return uploadAttachment(args, api, file);
  };
  const form = await readUploadForm(args.request, attach, maxAttachments + 1);
  if ('rejection' in form) return form.rejection;
  const { fields, uploads } = form;
  const values = { ...fields, intent: 'message' };
  if (isSpam(toFormData(fields))) return formError(values, { message: spamMessage });
  const message = { contents: fields.contents ?? '', email: fields.email ?? '', attachments: uploads };
  const checked = checkFields(calls.feedback_create.input, message as never);
  if (!checked.success) return formError(values, checked);
  try {
    await api('feedback_create', message, { idempotencyKey: fields.key || randomUUID() });
  } catch (error) {
    return formErrorFrom(error, values);
  }
  return redirect(paths.contact({ sent: '1' }));
}

function toFormData(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

async function uploadAttachment({ request, context }: RouteArgs, api: Api, file: IncomingFile): Promise<string> {
  const format = extensionOf(file.name);
  const refusal = refuseImageType(format);
  if (refusal) throw new InvalidFileError(refusal);
  const { attachment, upload } = await api('feedback_sign_url', { format });
  await sendFile(upload, file.bytes, { ...apiAddress(request, context), signal: request.signal });
  return attachment;
}

async function sendReport({ request }: RouteArgs, api: Api) {
  const form = await readFormData(request);
  const values: Record<string, string> = { good_faith: 'false', ...textFields(form) };
  if (isSpam(form)) return formError({ ...values, intent: 'report' }, { message: spamMessage });
  const checked = checkFields(calls.feedback_takedown.input, values);
  if (!checked.success) return formError({ ...values, intent: 'report' }, checked);
  try {
    const opened = await api('feedback_takedown', checked.value, { idempotencyKey: values.key || randomUUID() });
    return redirect(paths.contact({ case: opened.case_id, due: opened.due_at }));
  } catch (error) {
    return formErrorFrom(error, { ...values, intent: 'report' });
  }
}
