import { Button, ButtonLink } from '~/components/button';
import { credits } from '~/lib/credits';
import { paths } from '~/lib/paths';
import { useIsSending } from '~/lib/use-is-sending';

interface Props {
  form: string;
  price: number | null;
  isLoggedIn: boolean;
  here: string;
}

export function SampleDock({ form, price, isLoggedIn, here }: Props) {
  const isBusy = useIsSending();
  return (
    <div className="dock">
      {isLoggedIn ? (
        <>
          <Button
            form={form}
            type="submit"
            formMethod="post"
            name="intent"
            value="sample"
            look="primary"
            size="large"
            block
            busy={isBusy}
          >
            Use this sample
          </Button>
          <p className="tiny faint">
            {price === null ? '' : `The swap costs ${credits(price)}. `}Nothing is charged before the last step.
          </p>
        </>
      ) : (
        <>
          <ButtonLink look="primary" size="large" block to={paths.loginGoogle(here)}>
            Log in to make it
          </ButtonLink>
          <ButtonLink block to={paths.signup(here)}>
            Create an account
          </ButtonLink>
          <p className="tiny faint">It starts with free credits, and you come back to exactly this.</p>
        </>
      )}
    </div>
  );
}
