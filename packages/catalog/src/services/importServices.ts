import type { Registration, Service } from '@shirube/contracts';
import type { Database } from '../database.js';
import { batchColumns, insertBatch, toBatchRecord } from './importBatch.js';
import { newService } from './newService.js';

const insertAll = `
  with batch as (select * from json_to_recordset($1) as batch (${batchColumns})), ${insertBatch('batch')}
  select count(*) from stored`;

/** Stores new services in one statement, each with its row in the pending ledger: all of them or none. */
export async function storeServices(database: Database, services: readonly Service[]): Promise<void> {
  const records = JSON.stringify(services.map(toBatchRecord));
  await database.query({ name: 'store-services', text: insertAll, values: [records] });
}

/** Registers many services: all of them or none. */
export async function importServices(
  database: Database,
  registrations: readonly Registration[],
): Promise<Service[]> {
  const services = registrations.map(newService);
  await storeServices(database, services);
  return services;
}
