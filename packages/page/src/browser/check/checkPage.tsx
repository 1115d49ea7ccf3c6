import type { AddressCheck } from '@shirube/client';
import type { PageProps } from '../definePage.js';
import { httpAddress } from '../formats.js';
import { useLanguage } from '../language/language.js';
import { Link } from '../link.js';
import { FailureNotice } from '../notice.js';
import { Faults, WaysToPay } from '../service/waysToPay.js';
import { addressToCheck } from '../view.js';
import { AddressForm } from './addressForm.js';
import { useCheckMessages } from './messages.js';

/** Shows sellers any address as the monitor sees it. Works with a plain form. */
export function CheckPage({ place, answer: { value, failure } }: PageProps<AddressCheck>) {
  const { messages } = useLanguage();
  const own = useCheckMessages();
  const url = addressToCheck(place.search) ?? '';
  const isAddress = httpAddress(url) !== undefined;
  return (
    <main id="results" class="account-page" tabIndex={-1}>
      <h1>{messages.checkApi}</h1>
      <p>{own.intro}</p>
      <AddressForm action="/check" label={own.address} text={url} button={own.check} />
      {failure && <FailureNotice failure={failure} />}
      {isAddress && !failure && (value ? <Result check={value} /> : <p role="status">{messages.loading}</p>)}
    </main>
  );
}

function Result({ check: { endpoint, method, httpStatus, accepts, faults, registration } }: { check: AddressCheck }) {
  const { messages } = useLanguage();
  const own = useCheckMessages();
  return (
    <dl class="findings">
      <dt>{own.result}</dt>
      <dd>{method && httpStatus ? own.answered(method, httpStatus) : own.noAnswer}</dd>
      <dt>{own.pays}</dt>
      <dd>{accepts.length > 0 ? <WaysToPay ways={accepts} isTitled={false} /> : own.paysNothing}</dd>
      <dt>{own.wrong}</dt>
      <dd>
        {faults.length > 0 && <Faults faults={faults} />}
        {registration && (
          <>
            <p>{faults.length > 0 ? own.stillRegistered : own.nothingWrong}</p>
            <Link class="button" href={`/list?url=${encodeURIComponent(endpoint)}`}>
              {messages.entrances.sellers.title}
            </Link>
          </>
        )}
      </dd>
    </dl>
  );
}
