import { redirect } from '@remix-run/node';
import type { z } from 'zod/v4';

import { calls } from '#contract/calls';

import { formatCount } from '~/lib/format';
import { redirectWithSnackbar } from '~/server/flash.server';
import {
  checkFields,
  formError,
  formErrorFrom,
  hasHandler,
  readFormData,
  textFields,
  unknownForm,
  type FormError,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type Api, type RouteArgs, type Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

interface List {
  /** Singular. */
  noun: string;
  idsInput: z.ZodType;
  idsField: 'order_ids' | 'material_ids' | 'face_ids';
  nameInput: z.ZodType;
  idField: 'order_id' | 'material_id' | 'face_id';
  rename(api: Api, id: string, name: string): Promise<unknown>;
  /** Returns how many are kept for swaps. */
  remove(api: Api, ids: string[]): Promise<number>;
  zip?(api: Api, ids: string[]): Promise<string>;
}

const creations: List = {
  noun: 'creation',
  idsInput: calls.del_orders.input,
  idsField: 'order_ids',
  nameInput: calls.rename_order.input,
  idField: 'order_id',
  rename: (api, order_id, name) => api('rename_order', { order_id, name }),
  async remove(api, order_ids) {
    await api('del_orders', { order_ids });
    return 0;
  },
  zip: async (api, order_ids) => (await api('zip_orders', { order_ids })).url,
};

const uploads: List = {
  noun: 'upload',
  idsInput: calls.del_materials.input,
  idsField: 'material_ids',
  nameInput: calls.rename_material.input,
  idField: 'material_id',
  rename: (api, material_id, name) => api('rename_material', { material_id, name }),
  remove: async (api, material_ids) => (await api('del_materials', { material_ids })).in_use,
};

const faces: List = {
  noun: 'face',
  idsInput: calls.del_faces.input,
  idsField: 'face_ids',
  nameInput: calls.rename_face.input,
  idField: 'face_id',
  rename: (api, face_id, name) => api('rename_face', { face_id, name }),
  async remove(api, face_ids) {
    await api('del_faces', { face_ids });
    return 0;
  },
};

export const creationsAction = (args: RouteArgs) => listAction(creations, args);
export const uploadsAction = (args: RouteArgs) => listAction(uploads, args);
/** `others`: the forms of this list alone. */
export const faceListAction = (args: RouteArgs, others: OtherForms) => listAction(faces, args, others);

type OtherForms = (visitor: Visitor, fields: FormFields) => Promise<Response | FormError>;

interface Submission {
  list: List;
  fields: FormFields;
  ids: string[];
  api: Api;
  /** Keeps filter and order. */
  back(message?: string, color?: 'success' | 'error'): Promise<Response>;
}

/** Keys are form intents. */
const handlers = {
  async delete(submission: Submission) {
    const { list, api, ids, back } = submission;
    const refused = refuseIds(submission);
    if (refused) return refused;
    const kept = await list.remove(api, ids);
    // The list offers the undo.
    return kept > 0 ? back(`${formatCount(kept, list.noun)} not deleted: still needed by a swap.`, 'error') : back();
  },
  async zip(submission: Submission) {
    const { list, api, ids, fields } = submission;
    if (!list.zip) return unknownForm(fields);
    return refuseIds(submission) ?? redirect(await list.zip(api, ids));
  },
  async undo({ list, api, fields, back }: Submission) {
    const { deletion_id = '' } = fields;
    const checked = checkFields(calls.undo_del.input, { deletion_id });
    if (!checked.success) return unknownForm(fields);
    const { restored } = await api('undo_del', checked.value);
    return back(`${formatCount(restored, list.noun)} restored.`);
  },
  async rename({ list, api, fields, back }: Submission) {
    const { id = '', name = '' } = fields;
    const checked = checkFields(list.nameInput, { [list.idField]: id, name });
    if (!checked.success) {
      const idError = checked.fields[list.idField];
      return formError(fields, { message: idError, fields: checked.fields });
    }
    await list.rename(api, id, name);
    return back('Name changed.');
  },
};

async function listAction(list: List, args: RouteArgs, others?: OtherForms) {
  const { request } = args;
  const visitor = await requireUser(args);
  const { api, session } = visitor;
  const form = await readFormData(request);
  const fields = textFields(form);
  const ids = form.getAll('id').filter((value) => typeof value === 'string');
  const back: Submission['back'] = (message, color = 'success') =>
    message
      ? redirectWithSnackbar(listPath(request), { color, message }, session, request)
      : Promise.resolve(redirect(listPath(request)));
  try {
    if (!hasHandler(handlers, fields.intent)) return others ? await others(visitor, fields) : unknownForm(fields);
    return await handlers[fields.intent]({ list, fields, ids, api, back });
  } catch (error) {
    return formErrorFrom(error, fields);
  }
}

function refuseIds({ list, ids, fields }: Submission) {
  const checked = checkFields(list.idsInput, { [list.idsField]: ids.join(',') });
  return checked.success ? null : formError(fields, { message: checked.fields[list.idsField] });
}

/** Without the rename form. */
function listPath(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete('rename');
  return requestPath(new Request(url));
}
