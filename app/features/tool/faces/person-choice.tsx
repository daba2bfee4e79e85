import type { MouseEvent, ReactNode } from 'react';

import type { Person } from '#contract/index';

import { Face, FaceChip } from '~/components/face';
import { Icon } from '~/components/icon';

import type { FaceOption } from './face-options';
import { concernOf } from './suitability';
import { dragFace, useFaceDrop } from './use-face-drop';

interface Props {
  form: string;
  person: Person;
  name: string;
  faces: FaceOption[];
  /** Comma-separated face ids, the shown one first; empty keeps the own face. */
  chosen: string;
  onChoose: (faces: string) => void;
  emptyLabel: string;
  hasScreenTime: boolean;
  isExclusive: boolean;
  isOpen: boolean;
  isActive: boolean;
  onToggle: (isOpen: boolean) => void;
  onActivate: () => void;
  addChip: ReactNode;
  onAdd?: (photo?: File) => void;
  children?: ReactNode;
}

/** Disclosure and radio buttons work without script. */
export function PersonChoice(props: Props) {
  const { form, person, name, faces, chosen, onChoose, emptyLabel, isOpen, isActive, onToggle, onActivate } = props;
  const ids = chosen.split(',');
  const face = faces.find(({ face_id }) => face_id === ids[0]);
  const assessed = ids.flatMap((id) => faces.find(({ face_id }) => face_id === id)?.assessed ?? []);
  const drop = useFaceDrop({ onFace: onChoose, onFile: props.onAdd });
  const field = `face.${person.key}`;
  /** In an open row, the empty circle opens the dialog; in a closed one, the row. */
  const pressEmpty = (event: MouseEvent) => {
    if (face || !isOpen || !props.onAdd) return;
    event.preventDefault();
    props.onAdd();
  };
  return (
    <>
      <details
        className="person"
        name={props.isExclusive ? 'person' : undefined}
        open={isOpen}
        data-on={isActive || undefined}
        onToggle={(event) => onToggle(event.currentTarget.open)}
        onFocus={onActivate}
        {...drop}
      >
        <summary className="person__head">
          <Face size={52} src={person.thumb_url} />
          <span className="min-w-0">
            <b className="block">
              {name}
              {props.hasScreenTime ? (
                <span className="tiny faint font-normal"> {formatScreenTime(person.screen_time_ms)}</span>
              ) : null}
            </b>
            <span className={`small block truncate ${face ? 'text-hot' : 'muted'}`}>
              {face ? `Becomes ${describe(face)}` : emptyLabel}
            </span>
          </span>
          {/* A larger target for the pointer; keys use the chips. */}
          <span className="person__to" onClick={pressEmpty}>
            <Icon name="arrow-right" size={16} />
            <Face size={52} src={face?.thumb_url} ring={Boolean(face)} />
          </span>
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
              checked={!face}
              onChoose={() => onChoose('')}
            />
            {props.addChip}
            {faces.map(({ face_id, thumb_url, name: label }) => (
              <FaceChip
                key={face_id}
                src={thumb_url}
                form={form}
                label={label}
                name={field}
                value={face_id === ids[0] ? chosen : face_id}
                checked={face?.face_id === face_id}
                onChoose={() => onChoose(face_id)}
                onDragStart={dragFace(face_id)}
              />
            ))}
          </div>
        </fieldset>
        {props.children}
      </details>
      <p className="person__concern tiny" role="status">
        {assessed.length > 0 ? concernOf(person, assessed) : null}
      </p>
    </>
  );
}

/** `5.4 s on screen` */
const formatScreenTime = (ms: number) => `${(ms / 1000).toFixed(1)} s on screen`;

/** After an Arabic name, the comma and the number would otherwise stand before it. */
const leftToRightMark = '\u200e';

/** `Hana`, `Hana, 2 photos` */
const describe = ({ name, photos = 1 }: FaceOption) =>
  photos > 1 ? `${name}${leftToRightMark}, ${photos} photos` : name;
