import { calls } from '#contract/calls';
import type { Task } from '#contract/index';

import { parseTime } from '~/features/tool/times';
import { ApiError } from '~/server/errors';
import { checkFields, type FormFields } from '~/server/form.server';
import type { Api } from '~/server/guards.server';

import { parseExportQuery, type ExportQuery } from './export-choices';

export type Exported = { query: ExportQuery } & (
  { task: Task; name: string; size: number | null; url: string | null } | { message?: string; fields: FormFields }
);

/** `at` is a time as typed. */
export function exportInput(order_id: string, { format, size, sound, at }: ExportQuery): FormFields {
  const at_ms = at === undefined ? undefined : parseTime(at);
  return {
    order_id,
    ...(format && { format }),
    ...(size && { size }),
    ...(sound && { sound }),
    ...(at_ms && { at_ms: String(at_ms) }),
  };
}

/** Null if the query states no export. */
export async function loadExport(api: Api, orderId: string, search: URLSearchParams): Promise<Exported | null> {
  const query = parseExportQuery(search);
  if (!query) return null;
  if (query.at && parseTime(query.at) === null) return { query, fields: { at_ms: 'Type a time like 0:02.9.' } };
  const checked = checkFields(calls.faceswap_export.input, exportInput(orderId, query));
  if (!checked.success) return { query, fields: checked.fields };
  try {
    const { name, size, download_url: url, ...task } = await api('faceswap_export', checked.value);
    return { query, task, name, size, url };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const hasFields = Object.keys(error.fields).length > 0;
    return { query, fields: error.fields, ...(hasFields ? {} : { message: error.message }) };
  }
}
