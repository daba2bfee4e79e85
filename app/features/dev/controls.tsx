import { AiBadge, StatusBadge } from '~/components/badge';
import { Button, ButtonLink } from '~/components/button';
import { CopyField } from '~/components/copy-field';
import { Check, Field, TextArea } from '~/components/field';
import { Icon } from '~/components/icon';
import { PasswordField } from '~/components/password-field';
import { Select } from '~/components/select';

import { Part, Row } from './part';

export function Buttons() {
  return (
    <Part title="Buttons" wide>
      <Row>
        <Button look="primary">Swap for 4 credits</Button>
        <Button look="primary" data-shown="hover">
          Hover
        </Button>
        <Button look="primary" data-shown="pressed">
          Pressed
        </Button>
        <Button look="primary" data-shown="focus">
          Focus
        </Button>
        <Button look="primary" busy>
          Working
        </Button>
        <Button look="primary" disabled>
          Not yet
        </Button>
      </Row>
      <Row>
        <Button>
          <Icon name="swap" />
          Swap again
        </Button>
        <Button data-shown="hover">Hover</Button>
        <Button data-shown="focus">Focus</Button>
        <Button busy>Working</Button>
        <Button look="ghost">Cancel</Button>
        <Button look="ghost" data-shown="hover">
          Hover
        </Button>
        <Button look="danger">
          <Icon name="trash" />
          Delete
        </Button>
        <Button look="danger" data-shown="hover">
          Hover
        </Button>
      </Row>
      <Row>
        <Button size="small">Small</Button>
        <Button look="primary" size="large">
          Large
        </Button>
        <Button icon aria-label="Download">
          <Icon name="download" />
        </Button>
        <Button icon size="small" look="ghost" aria-label="Close">
          <Icon name="close" />
        </Button>
        <ButtonLink to="#buttons">A link</ButtonLink>
      </Row>
    </Part>
  );
}

export function Badges() {
  return (
    <Part title="Badges">
      <Row>
        {['free', 'premium', 'expired', 'On hold'].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <AiBadge />
      </Row>
    </Part>
  );
}

export function Fields() {
  return (
    <Part title="Fields" wide>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="rest" label="At rest" placeholder="you@example.com" hint="A hint stays in sight." />
        <Field name="hover" label="Hover" defaultValue="ada@example.com" data-shown="hover" />
        <Field name="focus" label="Focus" defaultValue="0:02.9" data-shown="focus" />
        <Field name="fault" label="Error" defaultValue="0:01.0" error="The end comes before the start (0:02.9)." />
        <Field name="off" label="Disabled" defaultValue="Not now" disabled />
        <CopyField name="secret" label="To be copied" value="fsk_not_a_key" hint="It is not shown again." />
        <PasswordField name="password" label="Password" defaultValue="a long phrase" autoComplete="off" />
        <TextArea name="area" label="More than a line" rows={3} defaultValue="It went well until the last second." />
      </div>
    </Part>
  );
}

const choices = [
  { value: '', label: 'Keep original' },
  { value: 'otto', label: 'Otto' },
  { value: 'freya', label: 'Freya' },
];

export function Choices() {
  return (
    <Part title="Select and check">
      <div className="grid gap-5">
        <Select name="face" label="Face for person 3" options={choices} />
        <Select name="focused" label="Focus" options={choices} data-shown="focus" />
        <Select name="faulty" label="Error" options={choices} error="Choose a face, or keep the original." />
        <Select name="disabled" label="Disabled" options={choices} disabled />
        <Check name="yes">This is me, or this person agreed.</Check>
        <Check name="told" defaultChecked>
          Tell me when it is done.
        </Check>
        <Check name="wrong" error="Without this we cannot begin.">
          I may use this photo.
        </Check>
      </div>
    </Part>
  );
}
