// Opens the drawing page in a headless browser, served from this folder only.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');

export async function openStudio(entry = 'page.js') {
  const server = createServer(async (req, res) => {
    if (req.url === '/') return res.setHeader('content-type', 'text/html').end(`<script type="module" src="/scene/${entry}"></script>`);
    try {
      const body = await readFile(here + new URL(req.url, 'http://x').pathname.slice(1));
      res.setHeader('content-type', 'text/javascript').end(body);
    } catch {
      res.writeHead(404).end();
    }
  });
  await new Promise((up) => server.listen(0, '127.0.0.1', up));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  page.on('pageerror', (e) => console.error('page:', e.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => window.studio, null, { timeout: 20000 });
  return { page, close: async () => { await browser.close(); server.close(); } };
}
