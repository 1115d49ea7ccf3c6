import { Type } from '@sinclair/typebox';
import { ServiceHistory } from '../changes.js';
import { CheckHistory, CheckHistoryQuery } from '../checkHistory.js';
import { SimilarQuery } from '../listQuery.js';
import { ReportRequest } from '../report.js';
import { Service, ServiceDetail, Snippets, StatusRecord } from '../service.js';
import { Trust } from '../trust.js';
import { NoParameters, open, readOne, ServiceParams } from './routeContract.js';

/** Routes about one service. */
export const serviceRoutes = {
  getService: readOne('', NoParameters, ServiceDetail, {
    title: 'Service detail',
    description: ['A service is available here as soon as its registration is answered.'],
  }),
  getSnippets: readOne('/snippets', NoParameters, Snippets, {
    title: 'Code to call a service',
    description: [
      'curl, or the configuration of MCP clients for a tool, filled with the parameters and examples of the service.',
      'Services that are paid in a known coin on an EVM network also have scripts that pay, in TypeScript and Python.',
      'They refuse before signing if the 402 response asks for more than the listed price, or for another address, coin or network.',
    ],
  }),
  getServiceStatus: readOne('/status', NoParameters, StatusRecord, {
    title: 'Service status',
    description: ['Trust, uptime and transactions of one service.'],
  }),
  getServiceTrust: readOne('/trust', NoParameters, Trust, {
    title: 'Trust of a service',
    description: [
      'The parts of the trust of one service, each with its value, its weight and the facts behind it: whether it answers, whether it asks for the registered terms, for how long, and whether it gets paid.',
      'The sum of their points is the trustScore.',
    ],
  }),
  listSimilar: readOne('/similar', SimilarQuery, Type.Array(Service), {
    title: 'Similar services',
    description: [
      'Similar services, the nearest in meaning first.',
      'Services of other hosts come before those of the same host. Inactive services are left out.',
    ],
  }),
  getCheckHistory: readOne('/history', CheckHistoryQuery, CheckHistory, {
    title: 'Check history',
    description: [
      'Uptime, response time, verdicts and price of one service per hour over a day or a week, or per day over 90 days.',
    ],
  }),
  /** The history of a removed service stays readable, so there is no 410. */
  getServiceHistory: readOne('/changes', NoParameters, ServiceHistory, {
    title: 'History of a service',
    description: [
      'The changes of one service, latest first.',
      'It has the registration and the last hundred changes for as long as the service exists.',
      'After a removal, it has the last state and the removal for as long as removals are kept.',
      'Changes of trust alone are left out.',
    ],
    problems: [404],
  }),
  reportService: open(
    'POST',
    '/api/services/:id/reports',
    { params: ServiceParams, querystring: NoParameters, body: ReportRequest, response: { 204: Type.Null() } },
    {
      title: 'Report a listing',
      description: [
        'Tells the operator of the directory what is wrong with a listing. Anybody can send a report, without a key.',
        'Reports are not published. Each client may send ten reports in ten seconds.',
        'A report with the same text as an open one, or about a service with 20 open reports, is accepted but not stored.',
      ],
      problems: [404],
    },
  ),
};
