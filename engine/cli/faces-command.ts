import { openEngine } from '../index';
import type { Analysis, Person } from '../types';
import { parseOptions, required } from './arguments';
import type { Command } from './command';
import { exitCodeHelp } from './exit-codes';

const help = `Lists the persons in a photo.

  npm run faces -- --target photo.jpg [--json]

  --target FILE   the photo
  --json          print one JSON object
  --models DIR    folder of the face models
  --help          print this

${exitCodeHelp}`;

const options = {
  target: { type: 'string' },
  json: { type: 'boolean' },
  models: { type: 'string' },
} as const;

export const facesCommand: Command = {
  help,
  async run(args, { terminal, signal, onProgress }) {
    const { target, json, models } = parseOptions(args, options);
    const file = required(target, '--target');
    const engine = await openEngine({ modelsDir: models });
    try {
      const analysis = await engine.analyse(file, { signal, onProgress });
      terminal.out(json ? JSON.stringify(summary(analysis)) : listing(analysis));
    } finally {
      await engine.close();
    }
  },
};

/** The analysis without its bulky parts. */
function summary({ kind, format, width, height, persons }: Analysis) {
  return { kind, format, width, height, persons: persons.map(personSummary) };
}

function personSummary({ key, box, share, frontalScore, score, pose }: Person) {
  return { key, box, share, frontalScore, score, pose };
}

function listing({ format, width, height, persons }: Analysis): string {
  const found = persons.length === 1 ? '1 person' : `${persons.length} persons`;
  return [`${format} ${width} × ${height}, ${found}`, ...persons.map(personLine)].join('\n');
}

function personLine({ key, box, share, pose, score }: Person): string {
  const size = `${Math.round(box.width)} × ${Math.round(box.height)} at (${Math.round(box.x)}, ${Math.round(box.y)})`;
  const head = `yaw ${Math.round(pose.yaw)}° pitch ${Math.round(pose.pitch)}° roll ${Math.round(pose.roll)}°`;
  return `${key}  ${size}  ${(100 * share).toFixed(1)} %  ${head}  score ${score.toFixed(2)}`;
}
