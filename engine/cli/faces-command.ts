import { mediaKinds, openEngine } from '#engine';
import type { Analysis, MediaKind, Person } from '#engine/types';
import { milliseconds, readArguments, required } from './arguments';
import type { Command } from './command';
import { exitCodeHelp } from './exit-codes';
import { startFindingDecoder } from './find-decoder';

const help = `Lists the persons in a photo, a GIF or a video.

  npm run faces -- --target photo.jpg [--json]

  --target FILE   the photo, animated GIF, WebP or PNG, or video
  --from, --to MS the part of it to look at, milliseconds from its start
  --json          print one JSON object
  --models DIR    folder of the face models
  --help          print this

${exitCodeHelp}`;

const options = {
  target: { type: 'string' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  models: { type: 'string' },
} as const;

export const facesCommand: Command = {
  help,
  async run(args, { terminal, ...work }) {
    const { target, json, models, from, to } = readArguments(args, options).values;
    const file = required(target, '--target');
    const part = { fromMs: milliseconds(from, '--from'), toMs: milliseconds(to, '--to') };
    startFindingDecoder(file);
    const engine = await openEngine({ modelsDir: models });
    try {
      const analysis = await engine.analyse(file, { kinds: mediaKinds, ...part, ...work });
      terminal.out(json ? JSON.stringify(summary(analysis)) : listing(analysis));
    } finally {
      await engine.close();
    }
  },
};

function summary({ persons, ...about }: Analysis) {
  return { ...about, persons: persons.map((person) => personSummary(person, about.kind)) };
}

function personSummary(person: Person, kind: MediaKind) {
  const { key, box, share, frontalScore, score, pose, screenTimeMs, firstSeenMs } = person;
  return { key, box, share, frontalScore, score, pose, ...(kind !== 'photo' && { screenTimeMs, firstSeenMs }) };
}

function listing({ kind, format, width, height, durationMs = 0, persons }: Analysis): string {
  const found = persons.length === 1 ? '1 person' : `${persons.length} persons`;
  const length = kind === 'photo' ? '' : `, ${inSeconds(durationMs)}`;
  const lines = persons.map((person) => personLine(person) + (kind === 'photo' ? '' : screenTime(person)));
  return [`${format} ${width} × ${height}${length}, ${found}`, ...lines].join('\n');
}

function personLine({ key, box, share, pose, score }: Person): string {
  const size = `${Math.round(box.width)} × ${Math.round(box.height)} at (${Math.round(box.x)}, ${Math.round(box.y)})`;
  const head = `yaw ${Math.round(pose.yaw)}° pitch ${Math.round(pose.pitch)}° roll ${Math.round(pose.roll)}°`;
  return `${key}  ${size}  ${(100 * share).toFixed(1)} %  ${head}  score ${score.toFixed(2)}`;
}

function screenTime({ screenTimeMs, firstSeenMs }: Person): string {
  return `  seen for ${inSeconds(screenTimeMs)} from ${inSeconds(firstSeenMs)} on`;
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
