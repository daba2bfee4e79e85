import { Link } from '@remix-run/react';

import { KeptFor, LegalPage, Operator, type LegalSection } from '~/features/legal/legal-page';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';

export const meta = () =>
  pageMeta({
    title: 'Terms & Conditions',
    description: 'What you may do with Faceswap, what it costs, when credits come back, and how to cancel.',
  });

const sections: LegalSection[] = [
  {
    title: 'What this is',
    children: (
      <p>
        Faceswap is a service of <Operator />. It puts faces from photos you bring onto people in photos, GIFs and
        videos you bring. By making an account or buying credits you agree to these terms.
      </p>
    ),
  },
  {
    title: 'Your account',
    children: (
      <ul>
        <li>You are at least 18 years old, or the age at which you may agree to this where you live.</li>
        <li>Your e-mail address is yours. Making swaps and buying need it to be confirmed.</li>
        <li>Keep your password to yourself. What is done with your account counts as done by you until you tell us.</li>
      </ul>
    ),
  },
  {
    title: 'What you may make',
    children: (
      <>
        <p>You confirm for every face, and for every swap, that you may. In particular:</p>
        <ul>
          <li>Everybody whose face you use agreed, and everybody shown agreed to be shown like this.</li>
          <li>You have the rights to the picture or video.</li>
          <li>Nothing sexual, nobody under age, nothing that humiliates, threatens or deceives.</li>
          <li>Nobody’s face to pass as them: no fraud, no identity checks, no votes, no news that did not happen.</li>
        </ul>
        <p>
          The <Link to={paths.contentMonitoringPolicy()}>Content Monitoring Policy</Link> says how we look after this.
        </p>
      </>
    ),
  },
  {
    title: 'What we mark',
    children: (
      <p>
        Every result says what it is: by a mark that machines can read, and by a label that people can see where it is
        switched on, as it is by default. Do not remove them, and say so when you share a result.
      </p>
    ),
  },
  {
    title: 'Credits and prices',
    children: (
      <ul>
        <li>The price of a swap is on the button before you press it. A preview is free.</li>
        <li>
          Credits are held when a swap begins and spent when it succeeds. If it fails, is refused or you cancel it, they
          come back by themselves, and your ledger shows it.
        </li>
        <li>Credits are no money: they cannot be paid out or passed on.</li>
        <li>
          Prices are shown before you buy on the <Link to={paths.pricing()}>pricing page</Link>, in the currency you
          pay.
        </li>
      </ul>
    ),
  },
  {
    title: 'Subscriptions',
    children: (
      <ul>
        <li>A subscription renews at the end of each period until you cancel it.</li>
        <li>
          You cancel with one click under <Link to={paths.myCredits()}>Credits</Link>. It then runs to the end of the
          period you paid for.
        </li>
        <li>If we suspend your account, we cancel its subscription in the same way.</li>
        <li>
          A first price that is lower counts for the first period; what follows is shown beside it. It is given once: a
          second subscription paid at a first price brings credits at its regular price.
        </li>
      </ul>
    ),
  },
  {
    title: 'Withdrawal and refunds',
    children: (
      <>
        <p>
          Consumers in the European Union and the United Kingdom may withdraw from a purchase within 14 days without
          giving a reason. When you buy you may ask us to begin at once; for credits you have spent by then the right
          ends.
        </p>
        <p>
          Ask for a refund in your list of payments or on the <Link to={paths.contact()}>contact page</Link>. Unspent
          credits of the purchase are taken back with it.
        </p>
      </>
    ),
  },
  {
    title: 'Your pictures',
    children: (
      <p>
        They stay yours, and so do the results. You let us store and process them for one purpose: to make what you ask
        for. They are kept for <KeptFor /> or until you delete them.
      </p>
    ),
  },
  {
    title: 'What we owe each other',
    children: (
      <>
        <p>
          We keep the service running with care, but not without interruption, and a swap is made by a program: look at
          the preview before you spend credits. We are liable without limit for intent, gross negligence and harm to
          persons; for slight negligence only for what is essential to this contract, and for foreseeable damage. Your
          statutory rights stay as they are.
        </p>
        <p>
          Whoever breaks these terms may lose access to the service. We say why, and you may{' '}
          <Link to={paths.contact()}>ask for a review</Link>.
        </p>
      </>
    ),
  },
  {
    title: 'Ending it, and changes',
    children: (
      <p>
        You may delete your account at any time under <Link to={paths.myAccount()}>Account</Link>. If we change these
        terms in a way that matters, we tell you by e-mail 30 days before; without your agreement nothing changes for
        what you have paid.
      </p>
    ),
  },
];

export default function Terms() {
  return (
    <LegalPage
      title="Terms & Conditions"
      lead="Use faces with permission, pay only for results, leave whenever you like."
      changed="2026-11-28"
      sections={sections}
    />
  );
}
