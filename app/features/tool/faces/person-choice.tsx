import { useState } from 'react';

import type { Person } from '#contract/index';

import { Face, FaceChip } from '~/components/face';
import { Icon } from '~/components/icon';

import { ScreenTimes } from './screen-times';
import type { TrimPart } from '~/features/tool/times';

/** A face of the library, or a sample face, which has a name. */
export interface FaceOption {
  face_id: string;
  thumb_url: string;
  name?: string;
}

interface Props {
  /** Id of the swap form. */
  form: string;
  person: Person;
  name: string;
  faces: FaceOption[];
  /** Face id; empty keeps the person's own face. */
  chosen: string;
  onChoose: (faceId: string) => void;
  isOpen: boolean;
  onOpen: () => void;
  /** The selected part of a video or GIF. */
  part: TrimPart | null;
  /** Comma-separated photo ids from a rejected form or the URL. */
  keptPhotos?: string;
}

/** Drag-and-drop type. */
const faceMimeType = 'application/x-face';

/** Native disclosure and radio buttons: works without script. */
export function PersonChoice({ form, person, name, faces, chosen, onChoose, isOpen, onOpen, ...rest }: Props) {
  const { part, keptPhotos = '' } = rest;
  const [isDraggedOver, setOver] = useState(false);
  const face = faces.find((entry) => entry.face_id === chosen);
  const field = `face.${person.key}`;
  return (
    <details
      className="person"
      name="person"
      open={isOpen}
      onToggle={(event) => event.currentTarget.open && onOpen()}
      data-over={isDraggedOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(faceMimeType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const dropped = event.dataTransfer.getData(faceMimeType);
        setOver(false);
        if (!dropped) return;
        event.preventDefault();
        onChoose(dropped);
      }}
    >
      <summary className="person__head">
        <Face size={52} src={person.thumb_url} />
        <span>
          <b className="block">
            {name}
            {part ? <span className="tiny faint font-normal"> {screenTime(person.screen_time_ms)}</span> : null}
          </b>
          <span className={`small ${face ? 'text-hot' : 'muted'}`}>
            {face ? 'Gets another face' : 'Keeps their own face'}
          </span>
        </span>
        <span className="person__to">
          <Icon name="arrow-right" size={16} />
          <Face size={52} src={face?.thumb_url ?? person.thumb_url} ring={Boolean(face)} />
        </span>
        {part ? <ScreenTimes person={person} part={part} /> : null}
      </summary>
      <fieldset className="person__faces">
        <legend className="sr-only">Face for {name}</legend>
        <div className="chips">
          <FaceChip
            src={person.thumb_url}
            label="Keep original"
            form={form}
            name={field}
            value=""
            checked={chosen === ''}
            onChoose={() => onChoose('')}
          />
          {faces.map(({ face_id, thumb_url, name: own }, index) => (
            <FaceChip
              key={face_id}
              src={thumb_url}
              form={form}
              label={own ?? `Face ${faces.length - index}`}
              name={field}
              value={face_id}
              checked={chosen === face_id}
              onChoose={() => onChoose(face_id)}
              onDragStart={(event) => event.dataTransfer.setData(faceMimeType, face_id)}
            />
          ))}
        </div>
        {face && !face.name && faces.length > 1 ? (
          <MorePhotos
            form={form}
            name={`more.${person.key}`}
            faces={faces}
            chosen={chosen}
            kept={keptPhotos.split(',')}
          />
        ) : null}
      </fieldset>
    </details>
  );
}

interface MoreProps {
  form: string;
  name: string;
  faces: FaceOption[];
  chosen: string;
  kept: string[];
}

/** Further photos of the chosen face: the engine uses the one nearest in pose. */
function MorePhotos({ form, name, faces, chosen, kept }: MoreProps) {
  return (
    <details className="mt-3" open={kept.length > 1 || undefined}>
      <summary className="link small">More photos of the same person</summary>
      <p className="tiny faint mt-2">Add photos of the face you chose, from other sides. Not other people.</p>
      <div className="chips mt-2">
        {faces.map(({ face_id, thumb_url }, index) =>
          face_id === chosen ? null : (
            <FaceChip
              key={face_id}
              type="checkbox"
              src={thumb_url}
              form={form}
              label={`Also face ${faces.length - index}`}
              name={name}
              value={face_id}
              defaultChecked={kept.includes(face_id)}
            />
          ),
        )}
      </div>
    </details>
  );
}

/** `5.4 s on screen` */
const screenTime = (ms: number) => `${(ms / 1000).toFixed(1)} s on screen`;
