import * as z from 'zod/mini'

// Before the first parse in this context: otherwise zod probes `new Function`, which strict pages report.
z.config({ jitless: true })
