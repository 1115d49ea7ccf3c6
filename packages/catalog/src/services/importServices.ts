import type { Registration, ServiceDetail } from '@shirube/contracts';
import type { Database } from '../database.js';
import { newService } from './newService.js';
import { storeServices, toBatchRecord } from './storeServices.js';

/** Registers many services for the operator: all of them or none. */
export async function importServices(
  database: Database,
  registrations: readonly Registration[],
): Promise<ServiceDetail[]> {
  const services = registrations.map(newService);
  await storeServices(
    database,
    services.map((service) => toBatchRecord(service)),
  );
  return services;
}
