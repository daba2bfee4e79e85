import { Link } from '@remix-run/react';

import { ConsentChoice } from '~/features/consent/consent-choice';
import { KeptFor, LegalPage, Operator, type LegalSection } from '~/features/legal/legal-page';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';

export const meta = () =>
  pageMeta({
    title: 'Privacy Policy',
    description:
      'What Faceswap knows of you, what it does with pictures and faces, how long it keeps them, and your rights.',
  });

const sections: LegalSection[] = [
  {
    title: 'Who is responsible',
    children: (
      <p>
        <Operator /> runs this service and is responsible for the personal data it handles. Write to us on the{' '}
        <Link to={paths.contact()}>contact page</Link>; it needs no account.
      </p>
    ),
  },
  {
    title: 'What we keep of you',
    children: (
      <>
        <ul>
          <li>
            Your account: e-mail address, nickname, a hash of your password (never the password), or the identifier and
            the address that Google gives us when you sign in with Google, with the picture you have there. Identifier
            and address are gone when you disconnect Google.
          </li>
          <li>
            If you turn on one-time codes: their secret, encrypted, and hashes of your recovery codes. Gone when you
            turn them off.
          </li>
          <li>
            Your passkeys: the public key, name and last use of each. Fingerprint, face and PIN stay on your device.
          </li>
          <li>
            What you upload: photos, GIFs, videos and photos of faces, with their size, length and format, and a
            fingerprint of 64 bits of the picture, by which copies of what was taken down are refused.
          </li>
          <li>What we make for you: results, previews and thumbnails, which face went to which person, and when.</li>
          <li>Your statements of permission: their wording, the time, and what they were about.</li>
          <li>
            Credits and payments: amounts, dates, the provider and its reference, and the name, address and tax number
            that you may add to an invoice. Card numbers never reach us.
          </li>
          <li>
            Where you came from, if the address you followed said so (utm parameters and click identifiers). It is in a
            cookie, and stored with your account if you register, not otherwise.
          </li>
          <li>
            Decisions of the automatic check: what was stopped and when, the scores and the version of the check, your
            appeal and the verdict; where a person may still review it, also a picture of 640 pixels at most. What is
            allowed leaves no record.
          </li>
          <li>
            Keys for programs as hashes, the addresses you enter for webhooks and what was sent there, and the links to
            results that you make.
          </li>
          <li>Messages to us, with your address and the pictures you add; reports of failures.</li>
          <li>
            Security records: logins, refusals, appeals, exports of your data and deletions, with time and network
            address.
          </li>
          <li>
            Logged-in devices: the browser and system in words, network address, login and last use of each. Gone when
            it logs out, after 14 days without use, or when the login expires.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: 'Faces',
    children: (
      <>
        <p>
          To find and follow people in a picture, the engine measures faces: positions of points, and a row of numbers
          that tells one person from another. These measurements are made for one task, live in memory while it runs,
          and are gone when it ends, with two exceptions. Those of a face that you put on a picture stay in memory for
          two minutes after its last use, so that your next swap with it starts sooner. Those of a video, and those of
          the faces put on it, are also kept in files until the swap ends, so that several servers can work on it and an
          interruption does not lose what was done; what a crash or a copy leaves is deleted within two days. They are
          stored nowhere else, and compared with nobody’s but those of people who asked that their face is not used
          here. What stays with an upload, as long as it does, is where and when each person is seen, how far the head
          is turned, and a small picture of the face.
        </p>
        <p>
          Anybody may ask on the contact page that their face is not used here. With their consent we then keep numbers
          that describe their face, encrypted, for this comparison alone, and their e-mail address. Their photo is
          deleted when the numbers are made. They withdraw by writing to us, and the numbers are deleted.
        </p>
        <p>
          Where a picture seems to show nudity, a program also estimates how old the faces in it look. The estimate is
          kept with the decision if the picture is stopped, and nowhere else.
        </p>
        <p>
          We do not train any model on your pictures. Swaps are computed on our own servers; pictures are not handed to
          another company for that.
        </p>
      </>
    ),
  },
  {
    title: 'Checks by a program',
    children: (
      <p>
        Uploads, photos of faces, previews and results are checked for nudity before they are shown. The program decides
        alone whether they are stopped, and repeated refusals suspend an account. What it stops, why, and how to have a
        person review it stands under <Link to={paths.myDecisions()}>Decisions</Link> in your account. The{' '}
        <Link to={paths.contentMonitoringPolicy()}>Content Monitoring Policy</Link> explains the rules.
      </p>
    ),
  },
  {
    title: 'Why we may',
    children: (
      <ul>
        <li>To do what you ask for: the contract between you and us.</li>
        <li>To keep books: the law that makes us.</li>
        <li>To keep the service safe from abuse: our legitimate interest, and yours.</li>
        <li>For faces, and for statistics by a third party: your consent, which you may take back at any time.</li>
      </ul>
    ),
  },
  {
    title: 'How long',
    children: (
      <ul>
        <li>
          Uploads and results: <KeptFor />, counted down where you see them, or until you delete them. Deleting is
          immediate and takes previews and thumbnails along.
        </li>
        <li>Faces in your library: until you delete them or your account, and in memory for up to two more minutes.</li>
        <li>
          Your account: until you delete it. Then everything goes but the ledger of credits and payments, which keeps
          its numbers without your name and address.
        </li>
        <li>
          Decisions of the automatic check: one year. The picture for a review: <KeptFor />, or until the verdict if you
          have appealed.
        </li>
        <li>Security records, messages to us and reports of failures: one year. Records of webhooks: 30 days.</li>
        <li>Pictures added to a message that was not sent: one day. Codes that we mail: one day after they expire.</li>
        <li>Numbers that describe a blocked face: until the person withdraws.</li>
        <li>Take-down cases, and hashes of removed files, so that they cannot return: without limit.</li>
        <li>
          A keyed hash of your e-mail address, from which it cannot be read, so that the first credits are given once:
          without limit.
        </li>
      </ul>
    ),
  },
  {
    title: 'Who else sees it',
    children: (
      <ul>
        <li>
          Nobody in public: there is no gallery, and links to your media are yours alone and expire. If you make a link
          to a result, anyone who has it sees that result, without your name and the original, until the link ends or
          you revoke it.
        </li>
        <li>
          A result says of itself that faces were replaced, by this site, in metadata and a signature. Neither names
          you. What your upload says of itself in such a signature stays in the result.
        </li>
        <li>
          People who operate the site see a picture that was stopped when they review it, and media that was reported.
        </li>
        <li>The payment provider you choose sees your payment.</li>
        <li>Google sees that you sign in, if you sign in with Google.</li>
        <li>
          A service for error reports may see what went wrong, with your user id, e-mail and nickname, where the
          operator has switched it on; one for statistics only after you agreed.
        </li>
        <li>Authorities, where the law obliges us.</li>
      </ul>
    ),
  },
  {
    title: 'Cookies and what your browser keeps',
    children: (
      <>
        <p>Each cookie of this site, and how long your browser keeps it:</p>
        <ul>
          <li>
            <b>faceswap_session</b> (28 days): keeps you logged in. It also holds the message for your next page and
            where a login, a new account or a purchase leads back to and, until your address is confirmed or you log
            out, this address and a secret by which we know that you signed up in this browser. Scripts cannot read it.
          </li>
          <li>
            <b>faceswap_google</b> (10 minutes): while you log in with Google, what its answer must match and where you
            come back to. Scripts cannot read it.
          </li>
          <li>
            <b>locale</b> (one year): your language. <b>theme</b> (one year): the colours you chose. <b>offer</b> (one
            year): that you dismissed the offer. They are without any identifier.
          </li>
          <li>
            <b>attribution</b> (90 days): where you came from, if the address you followed said so. A click identifier
            in it may be yours alone. Your browser sends it with each request; we store it with your account if you
            register, not otherwise.
          </li>
          <li>
            <b>consent</b> (182 days): your answer, where this site asks whether it may count visits. Its service for
            statistics sets cookies of its own only after you agreed.
          </li>
          <li>
            In your browser’s own storage: the countdown of the offer, where you came from, by which the cookie is
            renewed, whether you refused to install the site, whether this browser notifies you of finished swaps, and
            the faces you chose for your last 20 uploads. Until you log out, also the names of uploads that were
            interrupted; for an hour, the files you chose before you logged in; and until you close the tab, how far you
            scrolled and when a page last loaded itself again.
          </li>
        </ul>
        <ConsentChoice />
      </>
    ),
  },
  {
    title: 'Your rights',
    children: (
      <p>
        You may see, correct, take along and erase your data, object to its use, and complain to your data protection
        authority. Most of it you can do yourself: under <Link to={paths.myAccount()}>Account</Link> you change your
        details, download all that you own here as a zip file, with the wording and time of your statements, and delete
        the account; under <Link to={paths.myUploads()}>My Uploads</Link> and{' '}
        <Link to={paths.myCreations()}>My Creations</Link> you download and delete files. For everything else,{' '}
        <Link to={paths.contact()}>write to us</Link>.
      </p>
    ),
  },
  {
    title: 'If you are in somebody’s picture',
    children: (
      <p>
        You have the same rights without having an account. Tell us with the{' '}
        <Link to={`${paths.contact()}#report`}>report form</Link> where the picture is; we act within 48 hours.
      </p>
    ),
  },
];

export default function Policy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="Your pictures are yours. They are kept for a while, shown to nobody unless you share them, and gone when you say so."
      changed="2026-11-30"
      sections={sections}
    />
  );
}
