import { useMessages } from '../language/language.js';

/** Takes the room of the first results until they are there. */
export function Skeleton() {
  return (
    <div class="skeleton" role="status" aria-label={useMessages().loading}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} class="row">
          <span class="bar name" />
          <span class="bar line" />
          <span class="bar short" />
        </div>
      ))}
    </div>
  );
}
