// SPDX-License-Identifier: Apache-2.0

// Go's standard client. Usage: go run client.go URL PHOTO
package main

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
	"time"
)

func main() {
	photo, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	client := &http.Client{Timeout: 20 * time.Second}
	var group sync.WaitGroup
	for worker := 0; worker < 4; worker++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for count := 0; count < 5; count++ {
				response, err := client.Post(os.Args[1]+"/v1/face-detector?range=short", "image/png", bytes.NewReader(photo))
				if err != nil {
					log.Fatal(err)
				}
				body, err := io.ReadAll(response.Body)
				response.Body.Close()
				if err != nil || response.StatusCode != 200 || !bytes.Contains(body, []byte(`"detections":[{`)) {
					log.Fatal(response.StatusCode, err, string(body))
				}
			}
		}()
	}
	group.Wait()
}
