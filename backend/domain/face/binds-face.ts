import { sql, type Expression } from 'kysely';

/** Of a row with `bindings`, whether one of its persons gets the face. */
export const bindsFace = (face: string | Expression<string>) =>
  sql<boolean>`jsonb_path_exists(bindings, '$.*[*] ? (@ == $face)', jsonb_build_object('face', ${face}::text))`;
