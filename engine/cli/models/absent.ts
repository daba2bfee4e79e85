import { EngineError } from '#engine/errors';

export const absent = (folder: string, id: string) =>
  new EngineError(
    'model_missing',
    `There is no pack ${id} in ${folder}. \`npm run models -- list\` shows what there is.`,
  );
