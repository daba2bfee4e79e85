import { Link } from '@remix-run/react';
import type { CSSProperties } from 'react';

import type { Material, Person } from '#contract/index';

import { FaceChip } from '~/components/face';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { Progress } from '~/components/progress';

import { FaceFrame } from '~/features/tool/faces/face-frame';
import type { FaceOption } from '~/features/tool/faces/face-options';
import { concernOf } from '~/features/tool/faces/suitability';
import { leftOut } from '~/features/tool/photo-choices';

import type { BatchPhoto } from './load-batch.server';

interface Props {
  form: string;
  number: number;
  photo: BatchPhoto;
  /** Key, or `none` if the photo is left out. */
  person: string;
  face?: FaceOption;
  onChoose: (person: string) => void;
  /** The page without this photo. */
  withoutIt: string;
}

export function PhotoChoice({ form, number, photo, person, face, onChoose, withoutIt }: Props) {
  const { material, persons, state, problem } = photo;
  const chosen = persons.find(({ key }) => key === person);
  return (
    <li className="batch__item" data-out={(state === 'ready' && !chosen) || undefined}>
      <Picture material={material} persons={persons} person={person} onChoose={onChoose} />
      <div className="batch__text">
        <h2 className="truncate text-base font-medium tracking-normal" dir="auto">
          {material.name}
        </h2>
        {state === 'waiting' ? (
          <div className="grid gap-2" role="status">
            <p className="small muted">Looking for faces</p>
            <Progress thin value={null} label={`Looking for faces in ${material.name}`} />
          </div>
        ) : state === 'unusable' ? (
          <>
            <FieldError>{problem}</FieldError>
            <p>
              <Link className="link small" to={withoutIt} aria-label={`Remove ${material.name}`}>
                Remove
              </Link>
            </p>
          </>
        ) : (
          <>
            <fieldset>
              <legend className="small muted pb-2">
                {chosen ? `${nameOf(chosen, persons)}${face ? ` becomes ${face.name}` : ' is framed'}` : 'Left out'}
              </legend>
              <div className="chips">
                {persons.map((one) => (
                  <FaceChip
                    key={one.key}
                    src={one.thumb_url}
                    form={form}
                    label={nameOf(one, persons)}
                    name={`person.${number}`}
                    value={one.key}
                    checked={one.key === person}
                    onChoose={() => onChoose(one.key)}
                  />
                ))}
                <LeaveOut {...{ form, number, onChoose }} isChosen={!chosen} />
              </div>
            </fieldset>
            <p className="tiny muted" role="status">
              {chosen && face ? concernOf(chosen, face.assessed) : null}
            </p>
          </>
        )}
      </div>
    </li>
  );
}

const nameOf = (person: Person, persons: Person[]) => `Person ${persons.indexOf(person) + 1}`;

interface LeaveOutProps extends Pick<Props, 'form' | 'number' | 'onChoose'> {
  isChosen: boolean;
}

function LeaveOut({ form, number, onChoose, isChosen }: LeaveOutProps) {
  return (
    <label className="chip">
      <input
        type="radio"
        form={form}
        name={`person.${number}`}
        value={leftOut}
        checked={isChosen}
        onChange={() => onChoose(leftOut)}
      />
      <span className="face face--56 face--empty">
        <Icon name="close" size={24} />
      </span>
      <span className="chip__tick">
        <Icon name="check" />
      </span>
      Leave out
    </label>
  );
}

interface PictureProps {
  material: Material;
  persons: Person[];
  person: string;
  onChoose: (person: string) => void;
}

function Picture({ material, persons, person, onChoose }: PictureProps) {
  const { name, width, height, thumb_url, playable_url } = material;
  const shape = width && height ? ({ '--shape': String(width / height) } as CSSProperties) : undefined;
  const source = thumb_url ?? playable_url;
  return (
    <div className="batch__stage">
      <div className="batch__picture" style={shape}>
        {source ? <img src={source} alt={name} loading="lazy" /> : <Icon name="photo" size={24} />}
        {persons.map(({ key, box }, index) => (
          <FaceFrame
            key={key}
            box={box}
            number={index + 1}
            isOn={key === person}
            width={width ?? 1}
            height={height ?? 1}
            onOpen={() => onChoose(key)}
            onFace={() => onChoose(key)}
          />
        ))}
      </div>
    </div>
  );
}
