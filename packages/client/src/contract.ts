// Made from the contracts by `npm run openapi`; a test holds the two together.

export type ServiceStatus = 'verified' | 'unverified' | 'inactive';

export interface Registration {
  /** Name, in any script. */
  name: string;
  /** What the service does, in any script. */
  description: string;
  /** Base URL of the API: absolute, http or https, without user info; kept as sent. */
  endpoint: string;
  /** Category ID. A new category comes into being by being used. */
  category: string;
  pricing: {
    /** Currency code, kept as sent. */
    currency: string;
    /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
    pricePerRequest: string;
    /** Free requests before payment is asked for; absent when not given. */
    freeQuota?: number;
  };
  x402Config: {
    /** Wallet address, checked against its network. */
    paymentAddress: string;
    /** A known network name (base, solana, …) or a CAIP-2 id (eip155:8453), in any case; kept as sent. */
    network: string;
  };
}

export interface ServicePatch {
  /** Name, in any script. */
  name?: string;
  /** What the service does, in any script. */
  description?: string;
  /** Base URL of the API: absolute, http or https, without user info; kept as sent. */
  endpoint?: string;
  /** Category ID. A new category comes into being by being used. */
  category?: string;
  pricing?: {
    /** Currency code, kept as sent. */
    currency?: string;
    /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
    pricePerRequest?: string;
    /** null removes it. */
    freeQuota?: number | null;
  };
  x402Config?: {
    /** Wallet address, checked against its network. */
    paymentAddress?: string;
    /** A known network name (base, solana, …) or a CAIP-2 id (eip155:8453), in any case; kept as sent. */
    network?: string;
  };
}

export interface Service {
  /** UUIDv7, assigned on registration. */
  id: string;
  name: string;
  description: string;
  endpoint: string;
  category: string;
  pricing: {
    currency: string;
    pricePerRequest: string;
    freeQuota?: number;
  };
  x402Config: {
    paymentAddress: string;
    network: string;
  };
  /** 0–100; 0 until the first check. */
  trustScore: number;
  status: ServiceStatus;
  /** The canonical chain of the network: its known short name, else the CAIP-2 id. */
  supportedChains: string[];
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
  /** ISO 8601 UTC with milliseconds. */
  updatedAt: string;
}

export interface StatusRecord {
  id: string;
  trustScore: number;
  status: ServiceStatus;
  /** 0–100 with two decimals; 0 before the first check. */
  uptimeScore: number;
  /** null before the first check. */
  lastChecked: string | null;
  txCount: number;
  totalRevenue: number;
}

export interface ListQuery {
  /** What to look for, in Japanese or English. */
  query?: string;
  /** Category ID. A new category comes into being by being used. */
  category?: string;
  /** Supported chain: a known name (base) or a CAIP-2 id (eip155:8453), in any case. */
  chain?: string;
  status?: ServiceStatus;
  /** Upper bound on the price per request, inclusive. */
  maxPricePerRequest?: string;
  /** Only prices in this currency, in any case. */
  currency?: string;
  /** Order; by relevance with `query`, else by trustScore, when left out. */
  sortBy?: 'price' | 'trustScore' | 'name' | 'createdAt' | 'updatedAt';
  /** Defaults to asc for price and name, and to desc for the others: most trusted or newest first. Ties are broken by id. */
  sortOrder?: 'asc' | 'desc';
  /** Results per page. */
  limit?: number;
  /** Results to skip; may go to the end of the catalog. */
  offset?: number;
  /** Where the page starts, as the `next` link of the page before says it, instead of `offset`. Such pages cost the same at any depth, and none is passed over or repeated while others are added and removed. */
  after?: string;
}

export interface AccountServicesQuery {
  /** Results per page. */
  limit?: number;
  /** Where the page starts, as the `next` link of the page before says it. */
  after?: string;
}

export interface KeywordSearchQuery {
  /** What to look for, in Japanese or English. */
  q: string;
  /** Results per page. */
  limit?: number;
  /** Results to skip; may go to the end of the catalog. */
  offset?: number;
}

export interface KeywordSearchResult {
  query: string;
  tokens: string[];
  total: number;
  services: (Service & {
    relevance: {
      score: number;
    };
  })[];
}

export interface IntentSearchQuery {
  /** What to look for, in Japanese or English. */
  q: string;
  /** Results per page. */
  limit?: number;
  /** Results to skip. An intent is answered by 1,000 services at most, the best ones. */
  offset?: number;
  /** Category ID. A new category comes into being by being used. */
  category?: string;
  /** Supported chain: a known name (base) or a CAIP-2 id (eip155:8453), in any case. */
  chain?: string;
  status?: ServiceStatus;
  /** Upper bound on the price per request, inclusive. */
  maxPricePerRequest?: string;
  /** Only prices in this currency, in any case. */
  currency?: string;
  /** Names of `constraints`, joined by ",", that the sentence states and that are not to be applied. Their words are not searched for either. */
  ignore?: string;
}

export interface IntentSearchResult {
  query: string;
  /** In the order of the query, normalised, without particles and filler; verbs in dictionary form. */
  tokens: string[];
  /** The tokens that matched at least one returned service. */
  matchedTokens: string[];
  /** One sentence in the language of the query. */
  reason: string;
  constraints: {
    /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
    maxPricePerRequest?: string;
    /** true when the price must stay below the bound (未満, "under"), not reach it. */
    exclusive?: boolean;
    /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
    minPricePerRequest?: string;
    /** Money of a state (USD, JPY, EUR), which stands for every coin of its family, or the coin that was named (USDC). */
    currency?: string;
    /** Chains of which a service supports at least one. */
    chains?: string[];
    /** Chains that no service supports. */
    notChains?: string[];
    status?: ServiceStatus;
    /** true when a service costs nothing, or has a free quota. */
    free?: boolean;
    /** The order of the services that answer: cheapest, newest or most trusted first. */
    order?: 'price' | 'newest' | 'trust';
    /** What was refused: a service that holds it is left out. */
    without?: string[];
  };
  /** What sounded like a constraint and was not applied, as it was written. */
  notUnderstood: string[];
  /** Whether the first service is likely what was asked for; low when none may be. */
  confidence: 'high' | 'low';
  services: (Service & {
    relevance: {
      score: number;
      matchedTokens: string[];
      reason: string;
    };
  })[];
}

export interface Category {
  id: string;
  /** The curated label where there is one, else the id in title case. */
  label: string;
  labelJa?: string;
  /** Services in this category. */
  count: number;
}

export interface CurrencyInUse {
  /** As most of its services write it; codes that differ in case only are one. */
  currency: string;
  /** Services with a price in this currency. */
  count: number;
}

export interface Facets {
  /** Services that the list with the same parameters has. */
  total: number;
  categories: {
    id: string;
    /** Services. */
    count: number;
  }[];
  chains: {
    /** As the `chain` filter takes it: a known name, or a CAIP-2 id in lower case. */
    chain: string;
    /** Services. */
    count: number;
  }[];
  statuses: {
    status: ServiceStatus;
    /** Services. */
    count: number;
  }[];
  currencies: {
    /** In upper case. */
    currency: string;
    /** Services. */
    count: number;
  }[];
}

export interface PriceQuartiles {
  /** As most of its services write it; codes that differ in case only are one. */
  currency: string;
  /** Services. */
  count: number;
  /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
  minimum: string;
  /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
  lowerQuartile: string;
  /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
  median: string;
  /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
  upperQuartile: string;
  /** A plain decimal number written as a string: up to 20 digits before the point and 18 after it. */
  maximum: string;
}

export interface Stats {
  /** Services. */
  total: number;
  /** Every status, also one that no service has. */
  statuses: {
    status: ServiceStatus;
    /** Services. */
    count: number;
  }[];
  /** The largest first. */
  categories: Category[];
  /** The most used first. */
  chains: {
    /** As the `chain` filter takes it: a known name, or a CAIP-2 id in lower case. */
    chain: string;
    /** Services. */
    count: number;
  }[];
  /** By currency, the most used first. Each figure is the price of a service. */
  prices: PriceQuartiles[];
  /** What the discovery protocol of x402 can say of the catalog. */
  discovery: {
    /** Services that x402 clients find at /discovery. */
    listed: number;
    /** Left out: inactive. */
    inactive: number;
    /** Left out: no coin of their currency is known on their network, or their price is finer than it. */
    inexpressible: number;
  };
  /** The last 90 days, today included, the oldest first. */
  additions: {
    /** A day in UTC. */
    date: string;
    /** Services that were registered on it and are still here. */
    count: number;
  }[];
}

export interface Change {
  /** created; updated by its owner; status: its status or trust is another; deleted. Whoever has missed a change may see updated of a service that it does not know. */
  type: 'created' | 'updated' | 'status' | 'deleted';
  /** The id of the service. */
  id: string;
  /** ISO 8601 UTC with milliseconds. */
  at: string;
  /** operator: set by hand; edited: its owner changed what was verified; confirmed: two checks saw what is registered; wrong_address: payment was asked to another address; contradicted: two checks saw something else than registered; failing: nothing but failures for 72 hours; recovered: the first good check since; opted_out: its host does not want to be checked; source: the directory that it was taken over from says so. */
  reason?: 'operator' | 'edited' | 'confirmed' | 'wrong_address' | 'contradicted' | 'failing' | 'recovered' | 'opted_out' | 'source';
  /** The service as it is now. Not with deleted, nor where it is gone by now: then deleted follows. */
  service?: Service;
}

export interface ChangesPage {
  /** In an order in which no change is ever skipped. */
  changes: Change[];
  /** Where to go on from: send it as `since`. Good for storing. */
  cursor: string;
  /** Whether there are more already; else ask again later, or listen. */
  more: boolean;
}

export interface ChangesQuery {
  /** The `cursor` of the page before; from the beginning when left out. */
  since?: string;
  /** Changes at most; of no meaning to who listens. */
  limit?: number;
}

export type ServiceHistory = {
  /** created; updated by its owner; status: its status or trust is another; deleted. Whoever has missed a change may see updated of a service that it does not know. */
  type: 'created' | 'updated' | 'status' | 'deleted';
  /** ISO 8601 UTC with milliseconds. */
  at: string;
  /** What changed, such as pricing.pricePerRequest. */
  fields: string[];
  /** From what to what, of those fields of which it is known; never of the description. */
  values?: {
    field: string;
    /** null: it had none. */
    from: string | null;
    /** null: it had none. */
    to: string | null;
  }[];
  status?: ServiceStatus;
  /** operator: set by hand; edited: its owner changed what was verified; confirmed: two checks saw what is registered; wrong_address: payment was asked to another address; contradicted: two checks saw something else than registered; failing: nothing but failures for 72 hours; recovered: the first good check since; opted_out: its host does not want to be checked; source: the directory that it was taken over from says so. */
  reason?: 'operator' | 'edited' | 'confirmed' | 'wrong_address' | 'contradicted' | 'failing' | 'recovered' | 'opted_out' | 'source';
  /** Of created: the directory that the service was taken over from. */
  source?: string;
}[];

export interface Settlement {
  /** Where it was settled: a known name or a CAIP-2 id. */
  network: string;
  /** Its transaction there. A settlement is counted once by network and transaction. */
  transaction: string;
  /** Who was paid, checked against the network. */
  payTo: string;
  /** The address of the contract or mint of the coin. */
  asset: string;
  /** In the smallest units of the coin. */
  amount: string;
  /** What was paid for, where it is known: its address. */
  resource?: string;
  /** When it was settled (RFC 3339). */
  settledAt: string;
}

export interface SettlementsResult {
  /** New, and counted for a service. */
  matched: number;
  /** New, and of no service of the catalog, or of several alike: kept apart. */
  unmatched: number;
  /** Known already, or twice in the list: nothing was counted again. */
  repeated: number;
  /** Those that are wrong. The others were counted all the same. */
  rejected: {
    /** Its place in the list, from 0 on. */
    index: number;
    /** As far as it could be read. */
    transaction?: string;
    errors: Fault[];
  }[];
}

export interface Trust {
  id: string;
  /** The sum of the points of the parts, unless an operator holds it. */
  trustScore: number;
  /** An operator has set the trust: it stays so, whatever the parts say. */
  isHeld: boolean;
  /** Made up for a demonstration: nobody has looked. */
  isSimulated: boolean;
  /** null before the first check. */
  madeAt: string | null;
  parts: {
    /** Whether it answers, the last days counting the most. */
    reachability: {
      /** From 0 to 1. */
      value: number;
      /** The points that a value of 1 is worth. */
      weight: number;
      /** Value by weight, rounded. */
      points: number;
      facts: {
        /** Checks of the last 30 days. */
        checks: number;
        /** Days of these on which it was checked. */
        days: number;
        /** Share of the hours, in percent; null where there was no check. */
        uptime: number | null;
        /** The hour of the last check that failed, of the last 30 days. */
        lastFailure: string | null;
      };
    };
    /** Whether it asks for what is registered. */
    honesty: {
      /** From 0 to 1. */
      value: number;
      /** The points that a value of 1 is worth. */
      weight: number;
      /** Value by weight, rounded. */
      points: number;
      facts: {
        /** Checks of the last 30 days that it answered. */
        answered: number;
        /** Those that found what is registered. */
        matched: number;
      };
    };
    /** For how long it has been what it is. */
    age: {
      /** From 0 to 1. */
      value: number;
      /** The points that a value of 1 is worth. */
      weight: number;
      /** Value by weight, rounded. */
      points: number;
      facts: {
        /** When a check first found what is registered, since its endpoint, address and network last changed. */
        since: string | null;
        days: number;
      };
    };
    /** Whether it is paid for. */
    settlements: {
      /** From 0 to 1. */
      value: number;
      /** The points that a value of 1 is worth. */
      weight: number;
      /** Value by weight, rounded. */
      points: number;
      facts: {
        /** Settlements of the last 90 days. */
        transactions: number;
        /** Days of these with a settlement. */
        days: number;
      };
    };
  };
}

export interface CheckHistoryQuery {
  /** How far back: 24h and 7d by the hour, 90d by the day. */
  window?: '24h' | '7d' | '90d';
}

export interface CheckHistory {
  id: string;
  window: '24h' | '7d' | '90d';
  /** ISO 8601 UTC with milliseconds. */
  from: string;
  /** ISO 8601 UTC with milliseconds. */
  to: string;
  step: 'hour' | 'day';
  /** Made up for a demonstration: nobody has looked. */
  isSimulated: boolean;
  checks: number;
  /** Percent of the checks that were answered; null where nothing was asked. */
  uptime: number | null;
  /** Milliseconds to an answer, on average; null where there was none. */
  responseMs: number | null;
  verdicts: {
    /** ok; wrong_price, wrong_address, wrong_network: payment is asked for, but not as registered; no_challenge: it answers without asking for payment; bad_challenge: what it asks for cannot be read; method_not_allowed: neither GET nor POST; blocked: 401, 403 or 429; not_found; server_error; timeout; tls; dns; refused: no connection; template_url: the endpoint has placeholders and cannot be asked. */
    verdict: 'ok' | 'wrong_price' | 'wrong_address' | 'wrong_network' | 'no_challenge' | 'bad_challenge' | 'method_not_allowed' | 'blocked' | 'not_found' | 'server_error' | 'timeout' | 'tls' | 'dns' | 'refused' | 'template_url';
    checks: number;
  }[];
  /** The hours or days in which there was a check, the earliest first. */
  steps: {
    /** When the hour or the day (UTC) begins. */
    at: string;
    checks: number;
    /** Percent of the checks that were answered; null where nothing was asked. */
    uptime: number | null;
    /** Milliseconds to an answer, on average; null where there was none. */
    responseMs: number | null;
    slowestMs: number | null;
    verdicts: {
      /** ok; wrong_price, wrong_address, wrong_network: payment is asked for, but not as registered; no_challenge: it answers without asking for payment; bad_challenge: what it asks for cannot be read; method_not_allowed: neither GET nor POST; blocked: 401, 403 or 429; not_found; server_error; timeout; tls; dns; refused: no connection; template_url: the endpoint has placeholders and cannot be asked. */
      verdict: 'ok' | 'wrong_price' | 'wrong_address' | 'wrong_network' | 'no_challenge' | 'bad_challenge' | 'method_not_allowed' | 'blocked' | 'not_found' | 'server_error' | 'timeout' | 'tls' | 'dns' | 'refused' | 'template_url';
      checks: number;
    }[];
    /** What was asked for at last, a plain decimal; null where that is not known. */
    price: string | null;
    currency: string | null;
  }[];
  /** Where the price was another than before, the earliest first. */
  prices: {
    /** ISO 8601 UTC with milliseconds. */
    at: string;
    price: string;
    currency: string | null;
  }[];
}

export interface MonitorSummary {
  /** There are no checks but made-up ones. */
  isSimulated: boolean;
  statuses: {
    verified: number;
    unverified: number;
    inactive: number;
  };
  /** Of the last 30 days, the latest first. */
  days: {
    /** A day of UTC. */
    day: string;
    checks: number;
    verdicts: {
      /** ok; wrong_price, wrong_address, wrong_network: payment is asked for, but not as registered; no_challenge: it answers without asking for payment; bad_challenge: what it asks for cannot be read; method_not_allowed: neither GET nor POST; blocked: 401, 403 or 429; not_found; server_error; timeout; tls; dns; refused: no connection; template_url: the endpoint has placeholders and cannot be asked. */
      verdict: 'ok' | 'wrong_price' | 'wrong_address' | 'wrong_network' | 'no_challenge' | 'bad_challenge' | 'method_not_allowed' | 'blocked' | 'not_found' | 'server_error' | 'timeout' | 'tls' | 'dns' | 'refused' | 'template_url';
      checks: number;
    }[];
  }[];
  /** Those with the most failing services first, at most 100. */
  failingHosts: {
    host: string;
    /** How many services it has. */
    services: number;
    /** How many of them fail. */
    failing: number;
    /** Since when the first of them does. */
    since: string;
  }[];
  /** Of the last 7 days, the latest first, at most 100. */
  statusChanges: {
    /** The id of the service. */
    id: string;
    /** null when it is gone by now. */
    name: string | null;
    /** ISO 8601 UTC with milliseconds. */
    at: string;
    from: ServiceStatus;
    to: ServiceStatus;
    reason: 'operator' | 'edited' | 'confirmed' | 'wrong_address' | 'contradicted' | 'failing' | 'recovered' | 'opted_out' | 'source' | null;
  }[];
}

export interface NewWebhook {
  url: string;
  /** What is sent is signed with it: Shirube-Signature is t=SECONDS,v1=HEX, the HMAC-SHA256 of SECONDS, a dot and the body. */
  secret: string;
}

export interface Webhook {
  url: string;
  /** ISO 8601 UTC with milliseconds. */
  createdAt: string;
  /** What is still to be sent. */
  pending: number;
  /** What was taken, of the last 30 days. */
  delivered: number;
  /** What was given up, of the last 30 days. */
  failed: number;
  /** Why the last one that was not taken was not. */
  lastError: string | null;
}

export interface CheckResult {
  id: string;
  status: ServiceStatus;
  /** False where it was checked less than a minute ago: that check is told, and nothing was asked again. */
  isNew: boolean;
  check: {
    /** ISO 8601 UTC with milliseconds. */
    checkedAt: string;
    /** ok; wrong_price, wrong_address, wrong_network: payment is asked for, but not as registered; no_challenge: it answers without asking for payment; bad_challenge: what it asks for cannot be read; method_not_allowed: neither GET nor POST; blocked: 401, 403 or 429; not_found; server_error; timeout; tls; dns; refused: no connection; template_url: the endpoint has placeholders and cannot be asked. */
    verdict: 'ok' | 'wrong_price' | 'wrong_address' | 'wrong_network' | 'no_challenge' | 'bad_challenge' | 'method_not_allowed' | 'blocked' | 'not_found' | 'server_error' | 'timeout' | 'tls' | 'dns' | 'refused' | 'template_url';
    /** What happened more exactly, such as certificate or unknown_asset. */
    detail?: string;
    /** Of the request that was judged; absent where none was sent. */
    method?: string;
    httpStatus?: number;
    durationMs?: number;
    declared: {
      network?: string;
      payTo?: string;
      /** A plain decimal in the currency; absent where the coin is not known, and so not comparable. */
      price?: string;
      currency?: string;
      /** Address of the coin on its network. */
      asset?: string;
      /** Free requests, as registered. */
      freeQuota?: number;
    };
    observed: {
      network?: string;
      payTo?: string;
      /** A plain decimal in the currency; absent where the coin is not known, and so not comparable. */
      price?: string;
      currency?: string;
      /** Address of the coin on its network. */
      asset?: string;
      /** Free requests, as registered. */
      freeQuota?: number;
    };
  };
}

export interface ExportDocument {
  version: '1.0';
  /** Name of the exporting directory. */
  source: string;
  /** ISO 8601 UTC with milliseconds. */
  exportedAt: string;
  /** The complete catalog, every status, in id order. */
  endpoints: {
    id: string;
    name: string;
    endpoint: string;
    /** The readable label of the category, not its id. */
    category: string;
    pricing: {
      currency: string;
      pricePerRequest: string;
    };
    x402Config: {
      paymentAddress: string;
      network: string;
    };
    trustScore: number;
    status: ServiceStatus;
  }[];
}

export interface ExportQuery {
  /** json: the document for scanners. ndjson: a line for each service with every field, to be imported elsewhere, between a first line `{ catalog: { version, source, exportedAt, cursor, labels } }`, which has the labels of categories that somebody has chosen, and a last one `{ end: { count, sha256, cursor } }`; SHA-256 is that of the lines between them, and `cursor` where to go on from with /api/changes. */
  format?: 'json' | 'ndjson';
}

export interface Fault {
  path: string;
  message: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** A stable word, such as validation_failed or service_not_found. */
  code: string;
  /** The service that a repeated registration had made. */
  id?: string;
  /** The faults of a bad input, up to 20. */
  errors?: Fault[];
  /** How many faults there are beyond those in `errors`; absent when none. */
  moreErrors?: number;
}
