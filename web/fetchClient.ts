/**
 * What of openapi-fetch's client this app uses, in a quarter of its bytes: it stands in for the
 * library (vite.config.ts), whose types the calls have. No middleware, other answers than JSON,
 * or ways to write a query but lists with commas (docs/decisions/0081).
 */
type Params = {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
};
type Call = RequestInit & {
  params?: Params;
  body?: unknown;
  headers?: Record<string, unknown>;
  fetch?: Send;
};
type Send = (request: Request) => Promise<Response>;
type Options = { baseUrl: string; credentials: RequestCredentials; fetch: Send };

export default function createClient({ baseUrl, credentials, fetch: usual }: Options) {
  async function call(method: string, path: string, options: Call = {}) {
    const { params = {}, body, headers = {}, fetch: send = usual, ...init } = options;
    const isJson = body !== undefined && !(body instanceof FormData);
    const request = new Request(baseUrl + addressOf(path, params), {
      credentials,
      ...init,
      method,
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      headers: headersOf({
        ...(isJson && { "Content-Type": "application/json" }),
        ...params.header,
        ...headers,
      }),
    });
    const response = await send(request);
    const text = await response.text();
    if (response.ok) return { data: text ? JSON.parse(text) : undefined, response };
    return { error: parsed(text), response };
  }
  const of = (method: string) => (path: string, options?: Call) => call(method, path, options);
  return { GET: of("GET"), POST: of("POST"), PUT: of("PUT"), DELETE: of("DELETE") };
}

function addressOf(path: string, { path: places = {}, query = {} }: Params): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(`${places[name]}`));
  const asked = Object.entries(query)
    .filter(([, value]) => !isLeftOut(value))
    .map(([name, value]) => `${name}=${encoded(value)}`);
  return asked.length > 0 ? `${filled}?${asked.join("&")}` : filled;
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function encoded(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(one)).join(",");
}

function headersOf(all: Record<string, unknown>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined && value !== null) headers.set(name, `${value}`);
  }
  return headers;
}

// A gateway's page is no JSON.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
