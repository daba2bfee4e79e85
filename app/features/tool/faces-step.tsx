import { Form, useActionData, useNavigation } from '@remix-run/react';
import { useState } from 'react';

import { Button, ButtonLink } from '~/components/button';
import { Check } from '~/components/field';
import { Note } from '~/components/note';
import type { FormState } from '~/form-state';
import { useUser } from '~/features/shell/visit';
import { paths } from '~/paths';

import { AddFace } from './add-face';
import { PersonChoice } from './person-choice';
import type { StepData } from './server/load-tool.server';
import { FaceFrame, Stage } from './stage';
import { ToolTop } from './steps';
import { useChoices } from './use-choices';
import { credits, factsOf } from './words';

/** Who becomes whom: a face for each person, the price beside the button, and permission before it. */
export function FacesStep({ material, persons, faces, price, formKey }: StepData<'faces'>) {
  const refused = useActionData() as FormState | undefined;
  const [open, setOpen] = useState(persons[0]!.key);
  const { choices, choose } = useChoices(persons, faces, open, refused?.values);
  const found = persons.length === 1 ? 'one person found' : `${persons.length} people found`;

  return (
    <>
      <ToolTop
        title={material.name}
        detail={`${factsOf(material)}, ${found}`}
        now="Faces"
        links={{ Upload: paths.faceSwapPhoto() }}
      />
      <div className="tool__grid">
        <div className="tool__main">
          <Stage src={material.playable_url} alt={material.name} width={material.width} height={material.height}>
            {persons.map((person, index) => (
              <FaceFrame
                key={person.key}
                person={person}
                label={`Person ${index + 1}`}
                isOn={person.key === open}
                width={material.width ?? 1}
                height={material.height ?? 1}
              />
            ))}
          </Stage>
        </div>
        <div className="panel tool__panel">
          <Form method="post" className="contents">
            <input type="hidden" name="intent" value="create" />
            <input type="hidden" name="material_id" value={material.material_id} />
            <input type="hidden" name="key" value={formKey} />
            <div className="panel__head">
              <h2 className="t-card">Who becomes whom?</h2>
            </div>
            <div className="grid gap-0.5 px-2 py-3">
              {refused?.fields.bind_face ? (
                <div className="px-3 pb-2">
                  <Note kind="error">{refused.fields.bind_face}</Note>
                </div>
              ) : null}
              {persons.map((person, index) => (
                <PersonChoice
                  key={person.key}
                  person={person}
                  name={`Person ${index + 1}`}
                  faces={faces}
                  chosen={choices[person.key] ?? ''}
                  onChoose={(face) => choose(person.key, face)}
                  isOpen={person.key === open}
                  onOpen={() => setOpen(person.key)}
                />
              ))}
            </div>
            <Dock price={price} refused={refused} />
          </Form>
          <div className="panel__body -order-1">
            <AddFace hasFaces={faces.length > 0} refused={refused} faceCount={faces.length} />
          </div>
        </div>
      </div>
    </>
  );
}

/** Permission, price and the one button that spends. */
function Dock({ price, refused }: { price: number | null; refused?: FormState }) {
  const balance = useUser()?.credit_num ?? 0;
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get('intent') === 'create';
  const isShort = price !== null && price > balance;
  return (
    <>
      <div className="panel__body border-t border-line">
        <Check name="consent" value="true" required={!isShort} fault={refused?.fields.consent}>
          I may use this photo, and everyone shown and every face’s owner <b>agreed to this swap</b>.
        </Check>
      </div>
      <div className="dock" data-sticky>
        <div>
          <p className="price tabular-nums">
            {price ?? '…'} <span>{price === 1 ? 'credit' : 'credits'}</span>
          </p>
          <p className="tiny faint tabular-nums">You have {balance}. Returned if it fails.</p>
        </div>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        {isShort ? (
          <>
            <Note kind="warn">
              This swap costs {credits(price)} and you have {balance}: <b>{price - balance} more</b> and you can go on.
            </Note>
            <ButtonLink look="primary" size="large" block to={paths.pricing()}>
              Get credits
            </ButtonLink>
          </>
        ) : (
          <Button type="submit" look="primary" size="large" block busy={isBusy}>
            Swap for {credits(price ?? 0)}
          </Button>
        )}
      </div>
    </>
  );
}
