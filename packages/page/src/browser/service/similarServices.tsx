import { Link } from '../link.js';
import { Price, ServiceName, StatusBadge } from '../serviceLabels.js';
import { useAnswer } from '../useAnswer.js';
import { maxCompared } from '../view.js';
import { useFigureMessages } from './messages.js';

/** Services that do something similar, with a link to compare them. */
export function SimilarServices({ id }: { id: string }) {
  const figures = useFigureMessages();
  const { value: services = [] } = useAnswer(`similar ${id}`, (signal, reads) => reads.listSimilar(id, {}, { signal }));
  if (services.length === 0) return null;
  const ids = [id, ...services.map((service) => service.id)].slice(0, maxCompared);
  return (
    <section class="similar" aria-labelledby="similar">
      <h2 id="similar">{figures.similar}</h2>
      <ul>
        {services.map((service) => (
          <li key={service.id}>
            <ServiceName name={service.name}>
              <Link href={`/services/${service.id}`}>{service.name}</Link>
            </ServiceName>
            <StatusBadge status={service.status} />
            <Price pricing={service.pricing} />
          </li>
        ))}
      </ul>
      <Link class="button" href={`/compare?ids=${ids.join(',')}`}>
        {figures.compareSimilar}
      </Link>
    </section>
  );
}
