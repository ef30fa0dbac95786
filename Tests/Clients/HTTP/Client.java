// SPDX-License-Identifier: Apache-2.0
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** Java's standard client, which asks for HTTP/2 with "Upgrade: h2c" unless told otherwise. Usage: Client.java URL PHOTO */
public class Client {
    public static void main(String[] arguments) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        for (int count = 0; count < 10; count++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0] + "/v1/face-detector?range=short"))
                .timeout(java.time.Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofFile(Path.of(arguments[1]))).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200 || !response.body().contains("\"detections\":[{")) {
                throw new Exception(response.statusCode() + " " + response.body());
            }
        }
    }
}
